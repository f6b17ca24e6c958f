"use strict";
// The angles of each pair of columns in training and in a longer text: what pe_lesson.plots.pair_turns draws.
{
    const [D_HEAD, TRAINED] = [16, 16];
    const turns = (omega, length) => length * omega / (2 * Math.PI);
    const own = n => frequencies(D_HEAD, n);

    // pe_lesson.positions.rope_scaling, each with the numbers of lesson 12
    const WAYS = {
        "as trained": n => own(n),
        "position interpolation": (n, factor) => own(n).map(omega => omega / factor),
        "larger base": (n, factor) => own(n * factor ** (D_HEAD / (D_HEAD - 2))),
        "by parts": (n, factor) => own(n).map(omega => {
            const keep = Math.min(1, Math.max(0, (turns(omega, TRAINED) - 0.5) / (2 - 0.5)));
            return omega * keep + omega / factor * (1 - keep);
        }),
    };

    // degrees that the largest offset reaches; a whole turn holds all angles
    const reach = (omega, length) => Math.min(360, (length - 1) * omega * 180 / Math.PI);
    const rows = ({base, stretch, factor}) => WAYS[stretch](base, factor).map((omega, pair) => {
        const before = reach(own(base)[pair], TRAINED), now = reach(omega, factor * TRAINED);
        return {pair, before, now, divisor: own(base)[pair] / omega, unseen: now - before > 0.01};
    });

    // counter-clockwise from the right
    const sector = (look, from, to) => {
        const at = angle => `${Math.cos(angle * Math.PI / 180).toFixed(4)} ${(-Math.sin(angle * Math.PI / 180)).toFixed(4)}`;
        return to - from > 359.99 ? `<circle class="${look}" r="1"/>`
            : `<path class="${look}" d="M0 0L${at(from)}A1 1 0 ${to - from > 180 ? 1 : 0} 0 ${at(to)}Z"/>`;
    };

    const draw = (state, picture) => {
        const dials = rows(state).map(({pair, before, now, divisor, unseen}) => `
            <g transform="translate(${2.6 * pair} 0)">${sector("seen", 0, before)}${unseen ? sector("new", before, now) : ""}
            <circle class="ring" r="1"/><text y="1.65">÷ ${divisor.toFixed(2)}</text><text y="2.35">pair ${pair}</text></g>`);
        picture.innerHTML = `<svg class="turns" viewBox="-1.3 -1.1 ${8 * 2.6} 3.6"><defs>
            <pattern id="hatch" width=".3" height=".3" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width=".3" height=".3"/><path d="M0 0V.3"/></pattern></defs>${dials.join("")}</svg>`;
    };

    const words = state => {
        const all = rows(state), unseen = all.filter(row => row.unseen).map(row => row.pair);
        const said = all.map(({pair, before, now}) => `pair ${pair} ${now.toFixed(0)} (${before.toFixed(0)})`);
        return [`A text of ${state.factor * TRAINED} tokens, trained at ${TRAINED}, ${state.stretch}: ` +
            (unseen.length ? `angles that training never showed in ${unseen.length > 1 ? "pairs" : "pair"} ${list(unseen)}.`
                : "no angles that training never showed."),
            `Degrees reached in the text (in training): ${said.join(", ")}.`];
    };

    moving("pair_turns", {
        title: "A dial per pair of columns: grey for angles of training, hatched orange for those that only a longer text has",
        controls: [
            {name: "base", values: [100, 10000, 500000], value: 100, say: thousands},
            {name: "stretch", values: Object.keys(WAYS), value: "as trained"},
            {name: "factor", min: 1, max: 16, value: 4},
        ],
        draw, words,
    });
}
