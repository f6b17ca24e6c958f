"use strict";
// How far each token is from the sentence alone: what pe_lesson.plots.token_errors draws in lesson 11's "break one thing".
{
    const LETTERS = ["A", "d", "e", "d", "d", "g"], PADDING = "h";
    // hundredths, from lesson 11's own models: six tokens for padding 0, for padding 1, …
    const NUMBERS = {
        "sinusoids, real tokens": "0 0 0 0 0 0, 0 0 0 0 0 0, 0 0 0 0 0 0, 0 0 0 0 0 0, 0 0 0 0 0 0",
        "sinusoids, columns": "0 0 0 0 0 0, 71 102 63 75 101 66, 160 143 135 146 172 147, 206 102 147 221 150 185, 158 126 187 199 152 136",
        "sinusoids, last by column": "0 0 0 0 0 0, 0 0 0 0 0 66, 0 0 0 0 0 146, 0 0 0 0 0 183, 0 0 0 0 0 137",
        "sinusoids, always 0": "0 70 161 205 160 102, 0 70 161 205 160 102, 0 70 161 205 160 102, 0 70 161 205 160 102, 0 70 161 205 160 102",
        "sinusoids, backwards": "121 117 41 81 142 92, 121 117 41 81 142 92, 121 117 41 81 142 92, 121 117 41 81 142 92, 121 117 41 81 142 92",
        "sinusoids, real tokens, no mask": "0 0 0 0 0 0, 107 35 26 26 25 12, 121 45 41 41 38 19, 128 54 51 50 47 24, 132 61 58 58 53 28",
        "sinusoids, columns, no mask": "0 0 0 0 0 0, 156 131 73 86 79 61, 266 197 157 111 133 149, 327 161 176 160 114 187, 293 151 132 125 139 152",
        "sinusoids, last by column, no mask": "0 0 0 0 0 0, 107 35 26 26 25 60, 121 45 41 41 38 150, 128 54 51 50 47 188, 132 61 58 58 53 152",
        "sinusoids, always 0, no mask": "0 70 161 205 160 102, 107 71 139 179 138 97, 121 75 126 164 125 99, 128 78 117 154 116 102, 132 80 111 146 109 105",
        "sinusoids, backwards, no mask": "121 117 41 81 142 92, 183 123 52 75 138 90, 195 137 67 68 134 90, 196 147 76 64 130 92, 194 153 81 62 129 94",
        "RoPE, real tokens": "0 0 0 0 0 0, 0 0 0 0 0 0, 0 0 0 0 0 0, 0 0 0 0 0 0, 0 0 0 0 0 0",
        "RoPE, columns": "0 0 0 0 0 0, 0 0 0 0 0 0, 0 0 0 0 0 0, 0 0 0 0 0 0, 0 0 0 0 0 0",
        "RoPE, last by column": "0 0 0 0 0 0, 0 0 0 0 0 7, 0 0 0 0 0 13, 0 0 0 0 0 12, 0 0 0 0 0 9",
        "RoPE, always 0": "0 5 18 21 31 29, 0 5 18 21 31 29, 0 5 18 21 31 29, 0 5 18 21 31 29, 0 5 18 21 31 29",
        "RoPE, backwards": "0 17 26 13 11 29, 0 17 26 13 11 29, 0 17 26 13 11 29, 0 17 26 13 11 29, 0 17 26 13 11 29",
        "RoPE, real tokens, no mask": "0 0 0 0 0 0, 105 41 30 25 19 11, 119 57 46 39 30 19, 127 67 55 48 38 24, 131 74 62 55 44 29",
        "RoPE, columns, no mask": "0 0 0 0 0 0, 105 40 31 25 19 11, 120 56 47 39 30 19, 127 67 57 48 38 24, 131 74 64 55 43 29",
        "RoPE, last by column, no mask": "0 0 0 0 0 0, 105 41 30 25 19 11, 119 57 46 39 30 17, 127 67 55 48 38 23, 131 74 62 55 44 28",
        "RoPE, always 0, no mask": "0 5 18 21 31 29, 105 38 37 22 36 28, 119 53 51 26 40 27, 127 63 60 34 42 25, 131 70 66 41 43 28",
        "RoPE, backwards, no mask": "0 17 26 13 11 29, 105 36 45 24 20 28, 118 53 57 38 26 27, 126 63 65 47 33 26, 131 70 70 54 39 25",
        "ALiBi, real tokens": "0 0 0 0 0 0, 0 0 0 0 0 0, 0 0 0 0 0 0, 0 0 0 0 0 0, 0 0 0 0 0 0",
        "ALiBi, columns": "0 0 0 0 0 0, 0 0 0 0 0 0, 0 0 0 0 0 0, 0 0 0 0 0 0, 0 0 0 0 0 0",
        "ALiBi, last by column": "0 0 0 0 0 0, 0 0 0 0 0 15, 0 0 0 0 0 31, 0 0 0 0 0 45, 0 0 0 0 0 56",
        "ALiBi, always 0": "0 20 12 19 34 24, 0 20 12 19 34 24, 0 20 12 19 34 24, 0 20 12 19 34 24, 0 20 12 19 34 24",
        "ALiBi, backwards": "0 0 0 0 0 0, 0 0 0 0 0 0, 0 0 0 0 0 0, 0 0 0 0 0 0, 0 0 0 0 0 0",
        "ALiBi, real tokens, no mask": "0 0 0 0 0 0, 105 39 19 19 15 5, 119 48 30 30 24 9, 127 54 39 39 30 13, 131 60 45 45 35 16",
        "ALiBi, columns, no mask": "0 0 0 0 0 0, 98 30 15 15 12 4, 105 37 22 22 17 7, 111 42 27 27 21 9, 114 47 30 30 23 10",
        "ALiBi, last by column, no mask": "0 0 0 0 0 0, 105 39 19 19 15 14, 119 48 30 30 24 28, 127 54 39 39 30 41, 131 60 45 45 35 52",
        "ALiBi, always 0, no mask": "0 20 12 19 34 24, 105 47 24 24 42 32, 119 54 37 31 46 37, 127 57 46 42 48 41, 131 60 53 49 49 44",
        "ALiBi, backwards, no mask": "0 0 0 0 0 0, 98 30 15 15 12 4, 105 37 22 22 17 7, 111 42 27 27 21 9, 114 47 30 30 23 10",
    };
    const LABELS = {
        name: `token`,
        place: `position`,
        bars: `difference`,
    };

    const WAYS = {
        "real tokens": (column, padding) => Math.max(0, column - padding),
        "columns": column => column,
        "last by column": (column, padding) => column === padding + 5 ? column : Math.max(0, column - padding),
        "always 0": () => 0,
        "backwards": (column, padding) => padding + 5 - column,
    };

    const seen = ({padding, scheme, count, masked}) => {
        const numbers = NUMBERS[`${scheme}, ${count}${masked ? "" : ", no mask"}`].split(", ")[padding];
        return {
            names: [...range(1, padding).map(() => PADDING), ...LETTERS],
            places: range(0, padding + 5).map(column => WAYS[count](column, padding)),
            errors: numbers.split(" ").map(number => number / 100),
        };
    };

    const [LEFT, WIDE, HIGH] = [90, 37, 80];  // pixels: left of the first token, a token, the highest bar
    const draw = (state, picture) => {
        const {names, places, errors} = seen(state), {padding} = state, foot = 86 + HIGH;
        const at = column => LEFT + WIDE * (column + 0.5), largest = Math.max(1, ...errors);
        const tokens = names.map((name, column) => {
            const look = column < padding ? ["padding", "padding"] : ["token", "place"];
            return `<text class="${look[0]}" x="${at(column)}" y="12">${name}</text>
                <text class="${look[1]}" x="${at(column)}" y="38">${places[column]}</text>`;
        });
        const bars = errors.map((error, k) => {
            const high = error / largest * HIGH;
            return `<rect x="${at(k + padding) - 11}" y="${foot - high}" width="22" height="${high}"/>
                <text class="number${error ? "" : " padding"}" x="${at(k + padding)}" y="${foot - high - 11}">${error.toFixed(2)}</text>`;
        });
        picture.innerHTML = `<svg class="errors" viewBox="0 0 ${LEFT + 10 * WIDE} ${foot + 4}">
            <text class="left token" x="${LEFT - 8}" y="12">${LABELS.name}</text>
            <text class="left place" x="${LEFT - 8}" y="38">${LABELS.place}</text>
            <text class="left" x="${LEFT - 8}" y="${foot - 45}">${LABELS.bars}</text>
            <text class="left" x="${LEFT - 8}" y="${foot - 9}">${state.scheme}</text>
            <path class="axes" d="M${LEFT} ${foot}H${LEFT + WIDE * names.length}"/>${tokens.join("")}${bars.join("")}</svg>`;
    };

    const words = state => {
        const {names, places, errors} = seen(state), numbers = errors.map(error => error.toFixed(2));
        return ["How far each token of the text is from the text alone.",
            `Tokens ${names.join(" ")} at positions ${places.join(" ")}: ${state.scheme} ${numbers.join(" ")}.`];
    };

    moving("token_errors", {
        title: "How far each token is from the sentence alone, when one thing is broken",
        controls: [
            {name: "padding", min: 0, max: 4, value: 3},
            {name: "scheme", values: ["sinusoids", "RoPE", "ALiBi"], value: "sinusoids"},
            {name: "count", values: Object.keys(WAYS), value: "real tokens"},
            {name: "masked", tick: true, value: true},
        ],
        draw, words,
    });
}
