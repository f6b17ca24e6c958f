"use strict";
// What was read and done, ticked by hand: kept in this browser, sent nowhere.
document.addEventListener("DOMContentLoaded", () => {
    const read = JSON.parse(localStorage.getItem("positional-encoding") ?? "{}");
    const name = href => new URL(href, location).pathname.match(/\/notebooks\/(\d\d_\w+)\.html$/)?.[1];
    const here = name(location), contents = [...document.querySelectorAll(".bd-sidebar-primary nav a")];

    function mark() {
        for (const link of contents) link.classList.toggle("read", Boolean(read[name(link.href)]));
        const next = contents.find(link => name(link.href) && !read[name(link.href)]);
        const box = document.querySelector(".go-on");
        if (!box) return;
        box.hidden = !next || !Object.keys(read).length;
        if (next) Object.assign(box.querySelector("a"), {href: next.href, textContent: next.textContent.trim()});
    }

    function tick(key, words, place) {
        const label = document.createElement("label"), input = document.createElement("input");
        Object.assign(input, {type: "checkbox", checked: Boolean(read[key])});
        label.append(input, ` ${words}`);
        label.className = "tick";
        place(label);
        input.addEventListener("change", () => {
            if (input.checked) read[key] = 1; else delete read[key];
            localStorage.setItem("positional-encoding", JSON.stringify(read));
            mark();
        });
    }

    const words = document.querySelector("template.ticks")?.dataset;
    if (here && words) {
        const end = document.querySelector("article.bd-article > section, article.bd-article");
        tick(here, words.read, label => end.append(label));
        for (const heading of document.querySelectorAll("section[id^=exercise-] > h3")) {
            tick(`${here}#${heading.parentElement.id}`, words.done, label => heading.after(label));
        }
    }
    mark();
});
