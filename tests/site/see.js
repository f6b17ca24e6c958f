// What the article of a page shows, for test_pages.py to judge.
async () => {
    const article = document.querySelector("article.bd-article") ?? document.querySelector("main");
    const all = selector => [...article.querySelectorAll(selector)];
    await Promise.allSettled(all("img").map(image => image.decode()));
    const words = article.cloneNode(true);
    words.querySelectorAll("pre, code, mjx-container, .sig").forEach(element => element.remove());
    return {
        formulas: all("mjx-container").length,
        // MathJax marks what it cannot parse, and sets a command that it does not know in red
        unreadable: all('mjx-merror, mjx-container [style*="red"]').map(part => part.dataset.mjxError ?? part.textContent),
        left: words.textContent.match(/.*(\$|\\\(|\\\[|!\[|\]\().*/g) ?? [],  // TeX or markdown that was not read as such
        images: all("img").map(image => ({source: image.src, alt: image.alt, width: image.naturalWidth})),
        folds: all("section details").length,
        cells: all(".cell_input pre").length,
        copied: all(".cell_input button.copybtn").length,
        sliders: all(".admonition.slider a").map(link => document.querySelector(link.hash)?.tagName),
    };
}
