"use strict";
// A figure that moves: sliders, a drawing, a sentence below it, and its numbers for those who only hear it.
// moving("name", {title, controls: [{name, values or min and max, value, say}], draw(state, box), words(state) -> [shown, heard]})
const MOVING = {};
const moving = (name, figure) => { MOVING[name] = figure; };

const range = (from, to) => Array.from({length: to - from + 1}, (_, i) => from + i);
const thousands = x => String(x).replace(/\B(?=(\d{3})+$)/g, ",");
const list = names => names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
const fourDigits = x => String(Number(x.toPrecision(4)));  // Python's :.4g, from 0.0001 to 9999
const frequencies = (width, n) => range(0, width / 2 - 1).map(i => n ** (-2 * i / width));

function start(box) {
    const figure = MOVING[box.dataset.figure], state = {}, inputs = [];
    const form = document.createElement("form"), picture = document.createElement("div");
    const sentence = document.createElement("output");
    for (const control of figure.controls) {
        const values = control.values ?? range(control.min, control.max), say = control.say ?? String;
        const label = document.createElement("label"), input = document.createElement("input");
        const shown = document.createElement("span");
        Object.assign(input, {type: "range", min: 0, max: values.length - 1, name: control.name});
        input.value = values.indexOf(control.value);
        label.append(`${control.name} `, input, shown);
        form.append(label);
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
        sentence.innerHTML = `${shown} <span class="heard">${heard}</span>`;
    };
    form.addEventListener("input", draw);
    form.addEventListener("submit", event => event.preventDefault());
    picture.setAttribute("aria-hidden", "true");  // the sentence says what it shows, its hidden part with all numbers
    picture.className = "picture";
    sentence.setAttribute("aria-live", "polite");
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", figure.title);
    box.replaceChildren(form, picture, sentence);
    if (box.dataset.still) document.querySelector(box.dataset.still).hidden = true;
    draw();
}

document.addEventListener("DOMContentLoaded", () => document.querySelectorAll(".moving").forEach(start));
