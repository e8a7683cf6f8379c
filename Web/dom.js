// Making elements. Text from traces only ever becomes text nodes and attribute values.

/** `h('p.note', {title: …}, children…)`: an element with all of these. */
export const h = maker((tag) => document.createElement(tag));
/** The same in a drawing. */
export const s = maker((tag) => document.createElementNS('http://www.w3.org/2000/svg', tag));

function maker(create) {
  return (name, ...rest) => {
    const [tag, ...classes] = name.split('.');
    const element = create(tag);
    if (classes.length) element.setAttribute('class', classes.join(' '));
    const properties = rest[0]?.constructor === Object ? rest.shift() : {};
    for (const [key, given] of Object.entries(properties)) {
      if (given == null || given === false) continue;
      if (typeof given === 'function') element.addEventListener(key.slice(2), given);
      else element.setAttribute(key, given === true ? '' : given);
    }
    element.append(...rest.flat(Infinity).filter((child) => child != null && child !== false));
    return element;
  };
}

/** A section with its heading; nothing if it has no content. */
export function section(title, note, ...content) {
  const kept = content.flat(Infinity).filter(Boolean);
  if (!kept.length) return null;
  return h('section', h('h2', title, note ? h('span.note', ` ${note}`) : null), kept);
}

/** A table whose first column names the row: columns are `[label, class]`. */
export function table(name, columns, rows) {
  if (!rows.length) return null;
  const head = columns.map(([label, kind]) => h('th', { scope: 'col', class: kind }, label));
  const body = rows.map((row) => h('tr', { class: row.kind }, row.cells.map((cell, i) =>
    h(i ? 'td' : 'th', { scope: i ? null : 'row', class: columns[i][1] }, cell))));
  return h('div.scroll', { tabindex: '0', role: 'region', 'aria-label': name },
    h('table', h('thead', h('tr', head)), h('tbody', body)));
}

/** Names with their values; pairs without a value are left out. */
export function facts(pairs) {
  const kept = pairs.filter(([, given]) => given != null && given !== '' && given !== false);
  return h('dl.facts', kept.map(([name, given]) => [h('dt', name), h('dd', given)]));
}

/** The parts of a sentence: text, strong numbers, tasks as links. */
export function sentence(parts, link) {
  return parts.map((part) => {
    if (part.style === 'strong') return h('strong', part.text);
    if (part.style !== 'task') return part.text;
    const href = link(part);
    return href ? h('a.task', { href }, part.text) : h('em', part.text);
  });
}
