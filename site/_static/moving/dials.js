"use strict";
// The row of a position as dials, and the same row moved on: what pe_lesson.plots.dials draws.
{
    const [D_MODEL, N] = [8, 100];
    const LABELS = {
        title: (position, offset) => `position ${position}, turned by T(${offset}) to position ${position + offset}`,
        alone: position => `position ${position}`,
        pair: (pair, omega) => `pair ${pair}: ω = ${fourDigits(omega)}`,
        turns: by => `turns ${fourDigits(by)} rad`,
        row: (k, angle) => `row ${k}: sin ${Math.sin(angle).toFixed(2)}, cos ${Math.cos(angle).toFixed(2)}`,
        right: `cos`,
        up: `sin`,
    };

    // the hand of now has a round tip; the hand before, grey, a square one
    const hand = (angle, look) => {
        const [x, y] = [Math.cos(angle).toFixed(4), (-Math.sin(angle)).toFixed(4)];
        const tip = look === "now" ? `<circle cx="${x}" cy="${y}" r="0.08"/>` :
            `<rect x="${(x - 0.075).toFixed(4)}" y="${(y - 0.075).toFixed(4)}" width="0.15" height="0.15"/>`;
        return `<g class="${look}"><line x2="${x}" y2="${y}"/>${tip}</g>`;
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

    const draw = ({position, offset}, picture) => {
        picture.innerHTML = frequencies(D_MODEL, N).map((omega, pair) => {
            const angle = position * omega, by = offset * omega;
            const moved = `${hand(angle, "before")}${way(angle, by)}<text y="1.3">${LABELS.turns(by)}</text>`;
            return `<svg class="dial" viewBox="-1.45 -1.6 2.9 3.4"><circle class="rim" r="1"/>
                <path class="axes" d="M-1 0H1M0 -1V1"/><text class="tick" x="1.2" y="0.25">${LABELS.right}</text>
                <text class="tick" y="-1.06">${LABELS.up}</text>${offset ? moved : ""}${hand(angle + by, "now")}
                <text y="-1.35">${LABELS.pair(pair, omega)}</text>
                <text class="place" y="1.6">${LABELS.row(position + offset, angle + by)}</text></svg>`;
        }).join("");
    };

    const words = ({position, offset}) => {
        const title = offset ? LABELS.title(position, offset) : LABELS.alone(position);
        const rows = frequencies(D_MODEL, N).map((omega, pair) =>
            `pair ${pair}, ${LABELS.row(position + offset, (position + offset) * omega).split(": ")[1]}`);
        return [sentence(title), `Row ${position + offset}: ${rows.join("; ")}.`];
    };

    moving("dials", {
        title: `One dial per pair of columns, d_model = ${D_MODEL}, n = ${N}`,
        controls: [{name: "position", min: 0, max: 60, value: 3}, {name: "offset", min: -20, max: 20, value: 5}],
        draw, words,
    });
}
