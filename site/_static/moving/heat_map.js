"use strict";
// The table as a heat map, as pe_lesson.plots.heat_map colours it, and one of its entries.
{
    const RED_BLUE = [
        "053061", "2166ac", "4393c3", "92c5de", "d1e5f0", "f7f7f7", "fddbc7", "f4a582", "d6604d", "b2182b", "67001f",
    ];
    const colour = colourMap(RED_BLUE);
    const LABELS = {
        title: `Fast waves left, slow waves right`,
        down: `position`,
        right: `column`,
        bar: `value`,
    };

    const entry = (k, column, {columns, n}) => {
        const phase = k * n ** (-2 * Math.floor(column / 2) / columns);
        return column % 2 ? Math.cos(phase) : Math.sin(phase);
    };

    const draw = (state, picture) => {
        const {columns, positions, position, column} = state;
        if (!picture.firstChild) {
            picture.innerHTML = `<div class="map"><b>${LABELS.title}</b><span class="down">${LABELS.down}</span>
                <div class="cells"><canvas></canvas><i></i></div><span class="right">${LABELS.right}</span>
                <div class="bar" style="--colours: ${RED_BLUE.map(hex => `#${hex}`)}">1<span>${LABELS.bar}</span>-1</div></div>`;
        }
        const canvas = picture.querySelector("canvas"), mark = picture.querySelector("i");
        Object.assign(canvas, {width: columns, height: positions});
        const context = canvas.getContext("2d"), image = context.createImageData(columns, positions);
        range(0, positions - 1).forEach(k => range(0, columns - 1).forEach(c => {
            image.data.set([...colour((entry(k, c, state) + 1) / 2), 255], 4 * (k * columns + c));
        }));
        context.putImageData(image, 0, 0);
        Object.assign(mark.style, {
            left: `${100 * column / columns}%`, top: `${100 * position / positions}%`,
            width: `${100 / columns}%`, height: `${100 / positions}%`,
        });
    };

    const words = state => {
        const {columns, position, column, n} = state, pair = Math.floor(column / 2);
        const wave = (2 * Math.PI * n ** (2 * pair / columns)).toFixed(1);
        return [`Position ${position}, column ${column}: ${entry(position, column, state).toFixed(4)}. Column ${column} holds the ` +
            `${column % 2 ? "cosine" : "sine"} of pair ${pair}, with a wavelength of ${wave} positions.`, ""];
    };

    moving("heat_map", {
        title: "The table of sinusoids as a heat map: one line per position, blue is -1, red is 1",
        controls: [
            {name: "n", values: [10, 100, 1000, 10000, 100000, 1000000], value: 10000, say: thousands},
            {name: "columns", values: [4, 8, 16, 32, 64, 128], value: 64},
            {name: "positions", values: [10, 20, 50, 100, 200], value: 100},
            {name: "position", min: 0, max: 199, value: 10, end: state => state.positions - 1},
            {name: "column", min: 0, max: 127, value: 6, end: state => state.columns - 1},
        ],
        draw, words,
    });
}
