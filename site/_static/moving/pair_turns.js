"use strict";
// How far each pair of columns comes round in training and in a longer text: what pe_lesson.plots.pair_turns draws.
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

    const rows = ({base, stretch, factor}) => WAYS[stretch](base, factor).map((omega, pair) => {
        const before = turns(own(base)[pair], TRAINED), now = turns(omega, factor * TRAINED);
        return {pair, before, now, unseen: before < 1 && now > before * (1 + 1e-9)};
    });

    const [LOW, HIGH, WIDE, TALL] = [-5, 2, 40, 200];  // powers of ten, and pixels
    const y = value => TALL * (HIGH - Math.min(HIGH, Math.max(LOW, Math.log10(value)))) / (HIGH - LOW);

    const draw = (state, picture) => {
        const lines = range(LOW, HIGH).map(power => `<path class="axes" d="M0 ${y(10 ** power)}H${8 * WIDE}"/>
            <text class="tick" x="-4" y="${y(10 ** power) + 4}">${Number((10 ** power).toPrecision(1))}</text>`);
        const bars = rows(state).map(({pair, before, now, unseen}) => `
            <rect x="${pair * WIDE + 8}" y="${y(before)}" width="${WIDE - 16}" height="${TALL - y(before)}"/>
            <circle class="${unseen ? "moved" : "own"}" cx="${(pair + 0.5) * WIDE}" cy="${y(now)}" r="5"/>
            <text x="${(pair + 0.5) * WIDE}" y="${TALL + 15}">${pair}</text>
            <text class="now" x="${(pair + 0.5) * WIDE}" y="${TALL + 30}">${now.toFixed(2)}</text>`);
        picture.innerHTML = `<svg class="turns" viewBox="-58 -12 ${8 * WIDE + 60} ${TALL + 46}">${lines.join("")}
            <path class="one" d="M0 ${y(1)}H${8 * WIDE}"/>${bars.join("")}
            <text class="tick" x="-4" y="${TALL + 15}">pair</text><text class="tick" x="-4" y="${TALL + 30}">turns</text></svg>`;
    };

    const words = state => {
        const all = rows(state), unseen = all.filter(row => row.unseen).map(row => row.pair);
        const said = all.map(({pair, before, now}) => `pair ${pair} ${now.toFixed(2)} (${before.toFixed(2)})`);
        return [`A text of ${state.factor * TRAINED} tokens, trained at ${TRAINED}, ${state.stretch}: ` +
            (unseen.length ? `angles beyond those of training in ${unseen.length > 1 ? "pairs" : "pair"} ${list(unseen)}.`
                : "no angles beyond those of training."),
            `Turns in the text (in training): ${said.join(", ")}.`];
    };

    moving("pair_turns", {
        title: "Turns of each pair of columns: bars for training, marks for a longer text, orange where angles go beyond those of training",
        controls: [
            {name: "base", values: [100, 10000, 500000], value: 100, say: thousands},
            {name: "stretch", values: Object.keys(WAYS), value: "as trained"},
            {name: "factor", min: 1, max: 16, value: 4},
        ],
        draw, words,
    });
}
