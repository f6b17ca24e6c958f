// What each cell of a notebook shows, for test_in_browser.py to judge.
async panel => {
    const cells = [...panel.querySelectorAll(".jp-Notebook .jp-Cell")];
    for (const cell of cells) {  // out of view, a cell may not be drawn yet
        cell.scrollIntoView();
        await new Promise(requestAnimationFrame);
    }
    await Promise.allSettled([...panel.querySelectorAll("img")].map(image => image.decode()));
    return cells.map(look);

    function look(cell) {
        const all = selector => [...cell.querySelectorAll(selector)];
        const prose = cell.querySelector(".jp-MarkdownOutput")?.cloneNode(true);
        prose?.querySelectorAll("code, mjx-container").forEach(element => element.remove());
        return {
            prompt: cell.querySelector(".jp-InputArea-prompt").textContent,
            complaints: all('[data-mime-type="application/vnd.jupyter.stderr"]').map(output => output.textContent),
            images: all(".jp-MarkdownOutput img").map(image => ({source: image.src, width: image.naturalWidth})),
            formulas: all(".jp-MarkdownOutput mjx-container").map(formula => formula.textContent),
            // MathJax marks what it cannot parse, and sets a command that it does not know in red
            unreadable: all('mjx-merror, mjx-container [style*="red"]').map(part => part.dataset.mjxError ?? 'unknown command'),
            dollars: prose?.textContent.match(/.*\$.*/g) ?? [],
        };
    }
}
