"use strict";
// The weights of three words, and those of the same words in another order: what pe_lesson.plots.moved_weights draws.
{
    const WORDS = ["dog", "bites", "man"];
    // lesson 00's own weights, row by row: without positions, and with them in each order
    const NUMBERS = {
        "without": "7.0635e-06 0.89248 0.10751 0.083118 0.19591 0.72097 0.92688 0.009213 0.063912",
        "dog bites man": "3.5065e-06 0.98007 0.019923 0.0083365 0.41702 0.57465 0.14099 0.071884 0.78713",
        "dog man bites": "1.2324e-05 0.40612 0.59387 0.32052 0.61687 0.062606 0.0012665 0.95487 0.043861",
        "bites dog man": "0.47772 0.011648 0.51063 0.99715 3.4742e-08 0.002848 0.1349 0.075586 0.78952",
        "bites man dog": "0.34296 0.65234 0.004699 0.16585 0.68497 0.14918 0.95262 0.047383 1.6824e-09",
        "man dog bites": "0.45451 0.49498 0.050509 0.84307 2.3713e-07 0.15693 0.98094 0.00022724 0.018831",
        "man bites dog": "0.43175 0.042945 0.52531 0.89284 0.10681 0.00035198 0.5781 0.4219 3.9108e-09",
    };
    const LABELS = {
        same: `the same sentence, no new number`,
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
        const count = kept === 9 ? LABELS.moved(kept, 9) : LABELS.fresh(kept, 9);
        return [`<b>${names.join() === WORDS.join() ? LABELS.same : count}</b>.`, said.join(" ")];
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
