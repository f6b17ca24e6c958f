"use strict";
// The angles that each pair of columns has in training, and those that only a longer text has: what
// pe_lesson.plots.pair_turns draws, one way to stretch at a time.
{
    const [D_HEAD, TRAINED] = [16, 16];
    const LABELS = {
        pair: pair => `pair ${pair}`,
        divided: by => `÷ ${by.toFixed(2)}`,
        seen: `trained`,
        fresh: `new angles`,
    };

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

    // the largest offset is the length minus one; angles in degrees, at most once round
    const degrees = (omega, length) => Math.min(360, 360 * turns(omega, length - 1));
    const rows = ({base, stretch, factor}) => WAYS[stretch](base, factor).map((omega, pair) => {
        const seen = degrees(own(base)[pair], TRAINED), now = degrees(omega, factor * TRAINED);
        return {pair, seen, now, fresh: now - seen > 0.01, by: own(base)[pair] / omega};
    });

    // from one angle to another, counter-clockwise
    const sector = (start, end, look) => {
        const points = range(0, 90).map(step => (start + (end - start) * step / 90) * Math.PI / 180)
            .map(angle => `${Math.cos(angle).toFixed(3)},${(-Math.sin(angle)).toFixed(3)}`);
        return `<polygon ${look} points="0,0 ${points.join(" ")}"/>`;
    };

    const draw = (state, picture) => {
        const all = rows(state), divided = all.some(({by}) => Math.abs(by - 1) > 1e-9);
        const stripes = `<defs><pattern id="stripes" width=".16" height=".16" patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"><rect width=".16" height=".16"/><path d="M0 0V.16"/></pattern></defs>`;
        const legend = `<svg class="legend" viewBox="-1 -.1 7 .8"><rect class="seen" width=".6" height=".6"/>
            <text x=".8" y=".3">${LABELS.seen}</text><rect x="2.6" width=".6" height=".6" fill="url(#stripes)"/>
            <text x="3.4" y=".3">${LABELS.fresh}</text></svg>`;
        picture.innerHTML = all.map(({pair, seen, now, fresh, by}) => `<svg class="angles"
            viewBox="-1.15 -1.1 2.3 ${divided ? 3 : 2.6}">${pair ? "" : stripes}${sector(0, seen, 'class="seen"')}
            ${fresh ? sector(seen, now, 'fill="url(#stripes)"') : ""}<circle r="1"/>
            <text y="1.3">${LABELS.pair(pair)}</text>
            ${divided ? `<text class="place" y="1.7">${LABELS.divided(by)}</text>` : ""}</svg>`).join("") + legend;
    };

    const words = state => {
        const all = rows(state), fresh = all.filter(row => row.fresh);
        const said = all.map(({pair, seen}) => `${seen.toFixed(0)} in pair ${pair}`);
        return [`A text of ${state.factor * TRAINED} tokens, trained at ${TRAINED}, ${state.stretch}: ` +
            (fresh.length ? `new angles in ${fresh.length > 1 ? "pairs" : "pair"} ${list(fresh.map(row => row.pair))}.`
                : "no new angles."),
            `Offsets 0 to ${TRAINED - 1} reach, in degrees, ${said.join(", ")}. A text of ${state.factor * TRAINED} adds new ` +
            `angles: ${state.stretch}: ${fresh.map(({pair, now}) => `pair ${pair} to ${now.toFixed(0)}`).join(", ") || "none"}.`];
    };

    moving("pair_turns", {
        title: "A dial per pair of columns: grey the angles of training, orange and striped those that only a longer text has",
        controls: [
            {name: "base", values: [100, 10000, 500000], value: 100, say: thousands},
            {name: "stretch", values: Object.keys(WAYS), value: "as trained"},
            {name: "factor", min: 1, max: 16, value: 4},
        ],
        draw, words,
    });
}
