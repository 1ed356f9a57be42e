// words.js: the line of the command in words, as a shell takes it apart.

export function split(line) {
  const words = [];
  for (const [word] of line.matchAll(/(?:[^\s'"]|'[^']*'|"(?:[^"\\]|\\.)*")+/g))
    words.push(word.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"/g, (_, plain, quoted) => plain ?? quoted.replace(/\\(.)/g, '$1')));
  return words;
}

// What option asks for, or ''.
export function option(words, name) {
  const at = words.findIndex((word) => word === name || word.startsWith(`${name}=`));
  return at < 0 ? '' : words[at] === name ? words[at + 1] ?? '' : words[at].slice(name.length + 1);
}

// Without an option and its value.
export function without(words, name) {
  const at = words.indexOf(name);
  return at < 0 ? words : [...words.slice(0, at), ...words.slice(at + 2)];
}
