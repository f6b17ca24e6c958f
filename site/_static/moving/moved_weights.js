"use strict";
// The weights of three words, and those of the same words in another order: what pe_lesson.plots.moved_weights draws.
{
    const WORDS = ["dog", "bites", "man"];
    // lesson 00's own weights, row by row: without positions, and with them in each order
    const NUMBERS = {
        "without": "0.000007 0.892482 0.107510 0.083118 0.195910 0.720972 0.926875 0.009213 0.063912",
        "dog bites man": "0.000004 0.980073 0.019923 0.008337 0.417017 0.574647 0.140986 0.071884 0.787130",
        "dog man bites": "0.000012 0.406118 0.593869 0.320525 0.616869 0.062606 0.001266 0.954873 0.043861",
        "bites dog man": "0.477721 0.011648 0.510631 0.997152 0.000000 0.002848 0.134896 0.075586 0.789518",
        "bites man dog": "0.342960 0.652341 0.004699 0.165850 0.684968 0.149182 0.952617 0.047383 0.000000",
        "man dog bites": "0.454513 0.494977 0.050509 0.843070 0.000000 0.156930 0.980942 0.000227 0.018831",
        "man bites dog": "0.431747 0.042945 0.525309 0.892840 0.106808 0.000352 0.578099 0.421901 0.000000",
    };
    const LABELS = {
        was: weight => `was ${weight.toFixed(2)}`,
        moved: (kept, count) => `${kept} of ${count} numbers only moved`,
        fresh: (kept, count) => `${kept} of ${count} numbers only moved, ${count - kept} are new`,
    };

    const BLUES = [
        "f7fbff", "deebf7", "c6dbef", "9ecae1", "6baed6", "4292c6", "2171b5", "08519c", "08306b",
    ];
    const shade = colourMap(BLUES);
    const table = name => range(0, 2).map(k => NUMBERS[name].split(" ").map(Number).slice(3 * k, 3 * k + 3));
    const permuted = (weights, order) => order.map(k => order.map(j => weights[k][j]));

    const both = ({order, positions}) => {
        const places = order.split(" ").map(word => WORDS.indexOf(word));
        const before = table(positions ? WORDS.join(" ") : "without");
        const after = positions ? table(order) : permuted(before, places), was = permuted(before, places);
        const same = (a, b) => Math.abs(a - b) < 1e-4 || a.toFixed(2) === b.toFixed(2);
        const old = after.map((row, k) => row.map((weight, j) => same(weight, was[k][j]) ? null : was[k][j]));
        return {before, after, old, names: order.split(" "), kept: old.flat().filter(weight => weight === null).length};
    };

    const [WIDE, HIGH, LEFT, TOP] = [72, 48, 58, 68];  // pixels: a box, and what stands left of the boxes and above them
    const drawn = (weights, names, old) => {
        const cells = weights.map((row, k) => row.map((weight, j) => {
            const colour = shade(weight), [x, y] = [LEFT + WIDE * j, TOP + HIGH * k];
            const look = colour.reduce((a, b) => a + b) < 1.5 * 255 ? "light" : "dark", was = old?.[k][j] ?? null;
            return `<rect x="${x}" y="${y}" width="${WIDE}" height="${HIGH}" style="fill: rgb(${colour})"/>
                <text class="${look}" x="${x + WIDE / 2}" y="${y + HIGH / 2 - (was === null ? 0 : 9)}">${weight.toFixed(2)}</text>` +
                (was === null ? "" : `<text class="${look} was" x="${x + WIDE / 2}" y="${y + HIGH / 2 + 10}">${LABELS.was(was)}</text>`);
        }).join(""));
        const words = names.map((name, k) => `<text class="token" x="${LEFT + WIDE * (k + 0.5)}" y="${TOP - 16}">${name}</text>
            <text class="asks" x="${LEFT - 8}" y="${TOP + HIGH * (k + 0.5)}">${name}</text>`);
        return `<svg class="weights" viewBox="0 0 ${LEFT + 3 * WIDE + 4} ${TOP + 3 * HIGH + 4}">
            <text class="title" x="${LEFT + 1.5 * WIDE}" y="16">${names.join(" ")}</text>${words.join("")}${cells.join("")}
            <rect class="frame" x="${LEFT}" y="${TOP + HIGH * names.indexOf(WORDS[0])}" width="${3 * WIDE}" height="${HIGH}"/></svg>`;
    };

    const draw = (state, picture) => {
        const {before, after, old, names} = both(state);
        picture.innerHTML = drawn(before, WORDS) + drawn(after, names, old);
    };

    const words = state => {
        const {before, after, names, kept} = both(state);
        const rows = (weights, words) => weights.map((row, k) => `${words[k]} ${row.map(x => x.toFixed(2)).join(", ")}`).join("; ");
        const said = [[before, WORDS], [after, names]].map(([weights, words]) => `${words.join(" ")}: ${rows(weights, words)}.`);
        return [`<b>${(kept === 9 ? LABELS.moved : LABELS.fresh)(kept, 9)}</b>.`, said.join(" ")];
    };

    moving("moved_weights", {
        title: "Attention weights of three words, and of the same words in another order",
        controls: [
            {name: "order", values: Object.keys(NUMBERS).slice(1), value: "man bites dog"},
            {name: "positions", tick: true, value: false},
        ],
        draw, words,
    });
}
