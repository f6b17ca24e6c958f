"use strict";
// A figure that moves: its controls, a drawing, a sentence below it, and its numbers for those who only hear it.
// moving("name", {title, controls, draw(state, box), words(state) -> [shown, heard]}); a control is a slider
// {name, values or min and max, value, say} or a tick {name, tick}. Of LABELS, which each figure has,
// tests/plots/test_moving_labels.py reads every template and wants it in the figure of pe_lesson.plots, and vice versa.
const MOVING = {};
const moving = (name, figure) => { MOVING[name] = figure; };

const range = (from, to) => Array.from({length: to - from + 1}, (_, i) => from + i);
const thousands = x => String(x).replace(/\B(?=(\d{3})+$)/g, ",");
const list = names => names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
const sentence = words => `${words[0].toUpperCase()}${words.slice(1)}.`;
const fourDigits = x => String(Number(x.toPrecision(4)));  // Python's :.4g, from 0.0001 to 9999
const frequencies = (width, n) => range(0, width / 2 - 1).map(i => n ** (-2 * i / width));

// a colour map of Matplotlib: colours at even steps, and 256 steps between them; a share from 0 to 1 gives [red, green, blue]
const colourMap = hexes => {
    const anchors = hexes.map(hex => range(0, 2).map(i => parseInt(hex.slice(2 * i, 2 * i + 2), 16)));
    const colours = range(0, 255).map(step => {
        const at = step / 255 * (anchors.length - 1), below = Math.min(anchors.length - 2, Math.floor(at));
        return anchors[below].map((from, i) => Math.round(from + (at - below) * (anchors[below + 1][i] - from)));
    });
    return share => colours[Math.min(255, Math.floor(share * 256))];
};

function start(box) {
    const figure = MOVING[box.dataset.figure], state = {}, inputs = [];
    const form = document.createElement("form"), picture = document.createElement("div");
    const output = document.createElement("output");
    for (const control of figure.controls) {
        const label = document.createElement("label"), input = document.createElement("input");
        input.name = control.name;
        label.append(`${control.name} `, input);
        form.append(label);
        if (control.tick) {
            input.type = "checkbox";
            input.checked = control.value;
            inputs.push(() => { state[control.name] = input.checked; });
            continue;
        }
        const values = control.values ?? range(control.min, control.max), say = control.say ?? String;
        const shown = document.createElement("span");
        Object.assign(input, {type: "range", min: 0, max: values.length - 1});
        input.value = values.indexOf(control.value);
        label.append(shown);
        inputs.push(() => {
            const end = control.end?.(state) ?? values.length - 1;  // a cursor ends with its table
            if (Number(input.max) !== end) input.max = end;
            state[control.name] = values[input.value];
            shown.textContent = say(state[control.name]);
            input.setAttribute("aria-valuetext", shown.textContent);
        });
    }
    const draw = () => {
        inputs.forEach(read => read());
        figure.draw(state, picture);
        const [shown, heard] = figure.words(state);
        output.innerHTML = `${shown} <span class="heard">${heard}</span>`;
    };
    form.addEventListener("input", draw);
    form.addEventListener("submit", event => event.preventDefault());
    picture.setAttribute("aria-hidden", "true");  // the sentence says what it shows, its hidden part with all numbers
    picture.className = "picture";
    output.setAttribute("aria-live", "polite");
    box.lang = "en";  // on pages of other languages, too: a screen reader reads it so
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", figure.title);
    box.replaceChildren(form, picture, output);
    if (box.dataset.still) document.querySelector(box.dataset.still).hidden = true;
    draw();
}

document.addEventListener("DOMContentLoaded", () => document.querySelectorAll(".moving").forEach(start));
