"use strict";
// The weights of three words, and those of the same words in another order: what pe_lesson.plots.moved_weights draws.
{
    const WORDS = ["dog", "bites", "man"];
    // lesson 00's own weights, row by row: without positions, and with them in each order
    const NUMBERS = {
        "without": "7.064e-06 0.8925 0.1075 0.08312 0.1959 0.721 0.9269 0.009213 0.06391",
        "dog bites man": "3.506e-06 0.9801 0.01992 0.008337 0.417 0.5746 0.141 0.07188 0.7871",
        "dog man bites": "1.232e-05 0.4061 0.5939 0.3205 0.6169 0.06261 0.001266 0.9549 0.04386",
        "bites dog man": "0.4777 0.01165 0.5106 0.9972 3.474e-08 0.002848 0.1349 0.07559 0.7895",
        "bites man dog": "0.343 0.6523 0.004699 0.1659 0.685 0.1492 0.9526 0.04738 1.682e-09",
        "man dog bites": "0.4545 0.495 0.05051 0.8431 2.371e-07 0.1569 0.9809 0.0002272 0.01883",
        "man bites dog": "0.4317 0.04294 0.5253 0.8928 0.1068 0.000352 0.5781 0.4219 3.911e-09",
    };
    const LABELS = {
        was: weight => `was ${weight}`,
        moved: (kept, count) => `${kept} of ${count} numbers only moved`,
        fresh: (kept, count) => `${kept} of ${count} numbers only moved, ${count - kept} are new`,
    };

    const BLUES = [
        "f7fbff", "deebf7", "c6dbef", "9ecae1", "6baed6", "4292c6", "2171b5", "08519c", "08306b",
    ];
    const shade = colourMap(BLUES);
    const table = name => range(0, 2).map(k => NUMBERS[name].split(" ").map(Number).slice(3 * k, 3 * k + 3));
    const permuted = (weights, order) => order.map(k => order.map(j => weights[k][j]));

    // with as many digits as tell the two apart
    const changed = (now, was) => {
        const forms = [2, 3, 4].map(n => x => x.toFixed(n)).concat([0, 1, 2, 3].map(n => x => x.toExponential(n)));
        const pairs = forms.map(form => [form(now), form(was)]);
        return pairs.find(([a, b]) => a !== b) ?? pairs.at(-1);
    };

    const both = ({order, positions}) => {
        const places = order.split(" ").map(word => WORDS.indexOf(word));
        const before = table(positions ? WORDS.join(" ") : "without");
        const after = positions ? table(order) : permuted(before, places), was = permuted(before, places);
        const same = (now, old) => Math.abs(now - old) <= 1e-30 + 1e-3 * Math.abs(old);
        const said = after.map((row, k) => row.map((now, j) =>
            same(now, was[k][j]) ? [now.toFixed(2)] : changed(now, was[k][j])));
        return {before, after, said, names: order.split(" "), kept: said.flat().filter(pair => pair.length === 1).length};
    };

    const [WIDE, HIGH, LEFT, TOP] = [72, 48, 58, 68];  // pixels: a box, and what stands left of the boxes and above them
    const drawn = (weights, names, said) => {
        const cells = weights.map((row, k) => row.map((weight, j) => {
            const colour = shade(weight), [x, y] = [LEFT + WIDE * j, TOP + HIGH * k];
            const look = colour.reduce((a, b) => a + b) < 1.5 * 255 ? "light" : "dark", [now, was] = said?.[k][j] ?? [weight.toFixed(2)];
            return `<rect x="${x}" y="${y}" width="${WIDE}" height="${HIGH}" style="fill: rgb(${colour})"/>
                <text class="${look}" x="${x + WIDE / 2}" y="${y + HIGH / 2 - (was ? 9 : 0)}">${now}</text>` +
                (!was ? "" : `<text class="${look} was" x="${x + WIDE / 2}" y="${y + HIGH / 2 + 10}">${LABELS.was(was)}</text>`);
        }).join(""));
        const words = names.map((name, k) => `<text class="token" x="${LEFT + WIDE * (k + 0.5)}" y="${TOP - 16}">${name}</text>
            <text class="asks" x="${LEFT - 8}" y="${TOP + HIGH * (k + 0.5)}">${name}</text>`);
        return `<svg class="weights" viewBox="0 0 ${LEFT + 3 * WIDE + 4} ${TOP + 3 * HIGH + 4}">
            <text class="title" x="${LEFT + 1.5 * WIDE}" y="16">${names.join(" ")}</text>${words.join("")}${cells.join("")}
            <rect class="frame" x="${LEFT}" y="${TOP + HIGH * names.indexOf(WORDS[0])}" width="${3 * WIDE}" height="${HIGH}"/></svg>`;
    };

    const draw = (state, picture) => {
        const {before, after, said, names} = both(state);
        picture.innerHTML = drawn(before, WORDS) + drawn(after, names, said);
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
