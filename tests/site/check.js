// check.js: looks at each page in a frame as wide as a phone, and as a desktop, and sends what is wrong to check.py.
'use strict';
const ask = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const problems = [];
let looked = 0;

// The document of a page, in a frame of that width, when all of it has been loaded.
async function open(address, width) {
    const frame = document.createElement('iframe');
    frame.width = width;
    frame.height = 850;
    frame.src = '/' + address;
    const loaded = new Promise(done => { frame.onload = done; });
    document.body.append(frame);
    await loaded;
    looked++;
    return frame;
}

function check_page(name, width, frame) {
    const page = frame.contentDocument;
    const complain = text => problems.push(`${name} at ${width}: ${text}`);
    const wide = page.documentElement.scrollWidth;
    if (wide > width) complain(`is ${wide} wide`);
    for (const image of page.images) {
        const file = image.getAttribute('src');
        if (!image.complete || !image.naturalWidth) complain(`${file} does not load`);
        if (!image.alt.trim()) complain(`${file} has no text alternative`);
        if (image.getBoundingClientRect().right > width) complain(`${file} is wider than the window`);
    }
    for (const drawing of page.querySelectorAll('svg'))
        if (!drawing.getAttribute('aria-label') && !drawing.querySelector('title')) complain('a drawing has no text alternative');
    for (const entry of frame.contentWindow.performance.getEntriesByType('resource'))
        if (!entry.name.startsWith(location.origin)) complain(`asks for ${entry.name}`);
    const menu = page.querySelector('header label');
    if (menu) {
        const shown = frame.contentWindow.getComputedStyle(page.querySelector('nav')).display !== 'none';
        if (shown !== width > 800) complain(shown ? 'the menu covers the page' : 'the menu is hidden');
        menu.click();
        if (width <= 800 && frame.contentWindow.getComputedStyle(page.querySelector('nav')).display === 'none') complain('the menu does not open');
    }
}

// Text of a picture stays within it, and apart from other text.
function check_picture(name, frame) {
    const drawing = frame.contentDocument.documentElement;
    const view = drawing.viewBox.baseVal;
    const texts = [...drawing.querySelectorAll('text')].map(text => [text.textContent, text.getBBox()]);
    if (!texts.length) problems.push(`${name} has no text`);
    texts.forEach(([said, box], number) => {
        if (box.x < 0 || box.y < 0 || box.x + box.width > view.width || box.y + box.height > view.height) problems.push(`${name}: "${said}" is cut`);
        for (const [other, its] of texts.slice(number + 1))
            if (box.x < its.x + its.width - 1 && its.x < box.x + box.width - 1 && box.y + 3 < its.y + its.height - 3
                && its.y + 3 < box.y + box.height - 3) problems.push(`${name}: "${said}" and "${other}" overlap`);
    });
}

async function check_search(words, found) {
    const frame = await open('search.html?q=' + encodeURIComponent(words), 1280);
    const links = [...frame.contentDocument.querySelectorAll('#results a')].map(link => link.getAttribute('href'));
    if (found === null ? links.length : !links.some(link => link.includes(found)))
        problems.push(`search for ${words} finds ${links.length ? links.slice(0, 3).join(', ') : 'nothing'}`);
    frame.remove();
}

async function check() {
    for (const width of ask.widths)
        for (const name of ask.pages) {
            const frame = await open(name, width);
            check_page(name, width, frame);
            frame.remove();
        }
    for (const name of ask.pictures) {
        const frame = await open(name, 1280);
        check_picture(name, frame);
        frame.remove();
    }
    await check_search('Toffoli', 'gates.html');
    await check_search('uncompute ancilla', '.html');
    await check_search('zzzyx', null);
}

window.onload = () => check().catch(error => problems.push(String(error)))
    .then(() => fetch('/-check/result', {method: 'POST', body: JSON.stringify({problems, looked})}));
