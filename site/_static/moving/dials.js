"use strict";
// The row of a position as dials, and the same row moved on: what pe_lesson.plots.dials draws.
{
    const [D_MODEL, N] = [8, 100];

    const hand = (angle, look) => {
        const [x, y] = [Math.cos(angle).toFixed(4), (-Math.sin(angle)).toFixed(4)];
        return `<line class="${look}" x2="${x}" y2="${y}"/><circle class="${look}" cx="${x}" cy="${y}" r="0.08"/>`;
    };

    // the way from one hand to the other; more than one turn becomes a spiral
    const way = (from, by) => {
        const points = range(0, 120).map(step => {
            const share = step / 120, angle = from + by * share;
            const radius = 0.35 + 0.3 * share * Math.min(1, Math.abs(by) / (2 * Math.PI));
            return `${(radius * Math.cos(angle)).toFixed(3)},${(-radius * Math.sin(angle)).toFixed(3)}`;
        });
        return `<polyline points="${points.join(" ")}"/>`;
    };

    const labels = ({position, offset}) => frequencies(D_MODEL, N).map((omega, pair) => {
        const angle = position * omega, by = offset * omega;
        return [
            `pair ${pair}: ω = ${fourDigits(omega)}`,
            ...(offset ? [`turns ${fourDigits(by)} rad`] : []),
            `row ${position + offset}: sin ${Math.sin(angle + by).toFixed(2)}, cos ${Math.cos(angle + by).toFixed(2)}`,
        ];
    });

    const draw = (state, picture) => {
        const {position, offset} = state;
        picture.innerHTML = frequencies(D_MODEL, N).map((omega, pair) => {
            const words = labels(state)[pair];
            const moved = offset ? hand((position + offset) * omega, "moved") + way(position * omega, offset * omega) : "";
            const below = words.slice(1).map((line, i) => `<text y="${1.35 + 0.3 * i}">${line}</text>`).join("");
            return `<svg class="dial" viewBox="-1.45 -1.6 2.9 3.4"><circle class="rim" r="1"/>
                <path class="axes" d="M-1 0H1M0 -1V1"/>${hand(position * omega, "own")}${moved}
                <text y="-1.3">${words[0]}</text>${below}</svg>`;
        }).join("");
    };

    const words = state => {
        const {position, offset} = state;
        const rows = labels(state).map(([pair, ...rest]) => `${pair.split(":")[0]}, ${rest.at(-1).split(": ")[1]}`);
        const moved = offset ? `, moved by ${offset} to position ${position + offset}` : "";
        return [`Position ${position}${moved}.`, `Row ${position + offset}: ${rows.join("; ")}.`];
    };

    moving("dials", {
        title: `One dial per pair of columns, d_model = ${D_MODEL}, n = ${N}`,
        controls: [{name: "position", min: 0, max: 60, value: 3}, {name: "offset", min: -20, max: 20, value: 5}],
        draw, words,
    });
}
