// search.js: finds the words of the address ?q=... in the index that mkdocs made.
'use strict';
const words = new URLSearchParams(location.search).get('q') || '';
const byPlace = new Map(searchIndex.docs.map(entry => [entry.location, entry]));
const index = lunr(function () {
    this.ref('location');
    this.field('title', {boost: 10});
    this.field('text');
    searchIndex.docs.forEach(entry => this.add(entry));
});

function around(text) {
    const at = text.toLowerCase().indexOf(words.toLowerCase());
    const start = Math.max(0, at - 80);
    return (start ? '… ' : '') + text.slice(start, start + 220) + (text.length > start + 220 ? ' …' : '');
}

// Every word must occur; one that nobody writes so may be the beginning of one.
function find() {
    const terms = words.toLowerCase().match(/[\p{L}\p{N}_!]+/gu) || [];
    const ask = wildcard => index.query(query => terms.forEach(term => lunr.tokenizer(term).forEach(token => query.term(
        wildcard ? token.toString() : index.pipeline.runString(token.toString()),
        {presence: lunr.Query.presence.REQUIRED, usePipeline: false,
         wildcard: wildcard ? lunr.Query.wildcard.TRAILING : lunr.Query.wildcard.NONE}))));
    if (!terms.length) return [];
    const exact = ask(false);
    return exact.length ? exact : ask(true);
}

const hits = find();
document.querySelector('input[type=search]').value = words;
document.title = words ? words + ': search' : 'Search';
document.getElementById('found').textContent = !words ? 'Type a word above.'
    : hits.length ? hits.length + ' sections have ' + words + '.' : 'Nothing has ' + words + '.';
for (const hit of hits.slice(0, 50)) {
    const entry = byPlace.get(hit.ref);
    const link = document.createElement('a');
    link.href = entry.location;
    const page = byPlace.get(entry.location.split('#')[0]);
    link.textContent = page && page !== entry ? page.title + ': ' + entry.title : entry.title;
    const text = document.createElement('p');
    text.textContent = around(entry.text);
    const item = document.createElement('li');
    item.append(link, text);
    document.getElementById('results').append(item);
}
