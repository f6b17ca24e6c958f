// Whatever scrolls sideways can be reached and scrolled with the keyboard too.
function reach() {
    for (const box of document.querySelectorAll(".bd-article pre, .bd-article div.math, .bd-article table, .bd-article .output, mjx-container")) {
        if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    }
}

window.addEventListener("load", () => {
    reach();
    window.MathJax?.startup?.promise.then(reach);
});
window.addEventListener("resize", reach);

// A fold is called what it says: myst-nb's label says something else, and the theme's arrows in the list say nothing.
window.addEventListener("load", () => {
    for (const fold of document.querySelectorAll("details.hide > summary")) fold.removeAttribute("aria-label");
    for (const fold of document.querySelectorAll("nav li > details > summary")) {
        fold.setAttribute("aria-label", fold.closest("li").querySelector("a").textContent.trim());
    }
});
document.addEventListener("toggle", reach, true);  // a fold has opened

// A report says which section was read.
document.addEventListener("click", event => {
    const link = event.target.closest(".report a");
    if (!link) return;
    const above = [...document.querySelectorAll("article.bd-article section[id]")]
        .filter(section => section.getBoundingClientRect().top < innerHeight / 2);
    const address = new URL(link.href);
    address.searchParams.set("section", above.at(-1)?.id ?? "");
    link.href = address;
});

// Another language opens at the same place: headings have one name in all languages.
document.addEventListener("click", event => {
    const link = event.target.closest(".languages a");
    if (link) link.hash = location.hash;
});
