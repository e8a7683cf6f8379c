// The shell: a page is an address; a view gives back its title, its element and its keys.
import { fetchLaunches } from './api.js';
import { h } from './dom.js';
import { sort } from './population.js';
import { count } from './words.js';
import { launchView } from './views/launch.js';
import { launchesView } from './views/launches.js';

const KEYS = [
  ['w s', 'zoom in, zoom out'],
  ['a d ← →', 'move left, move right'],
  ['f', 'fit the selection; again: the launch'],
  [', .', 'earlier, later span on the lane'],
  ['[ ]', 'earlier, later launch'],
  ['/', 'find, filter'],
  ['?', 'these keys'],
  ['Esc', 'clear the selection or the filters']
];

const main = document.querySelector('#main');
const help = document.querySelector('#help');
const alarm = document.querySelector('#alarm');
let current = null;
let known = null;
let turn = 0;

function parse(hash) {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [page, ...rest] = path.split('/');
  let id = rest.join('/');
  try { id = decodeURIComponent(id); } catch { /* A broken escape is an id that nobody has. */ }
  return { page, id: page === 'launch' && id ? id : null, params: new URLSearchParams(query) };
}

function address(id, params = {}) {
  const kept = Object.entries(params).filter(([key, given]) => given != null && (given !== '' ||
    key === 'sel'));
  const query = new URLSearchParams(kept.map(([key, given]) => [key, String(given)])).toString();
  return `#/${id == null ? '' : `launch/${encodeURIComponent(id)}`}${query ? `?${query}` : ''}`;
}

// Writes the state of a view into the address, at most ten times a second: browsers refuse more.
function remember(id, params) {
  remember.next = address(id, params);
  // Whoever follows a link in the meantime wants to be there, and not here.
  const at = location.hash;
  remember.timer ??= setTimeout(() => {
    remember.timer = null;
    if (remember.next && location.hash === at) history.replaceState(null, '', remember.next);
  }, 100);
}

async function show() {
  const mine = ++turn;
  remember.next = null;
  const { id, params } = parse(location.hash);
  const route = {
    id,
    params,
    // A view that is being replaced has nothing more to say.
    remember: (next) => { if (mine === turn) remember(id, next); },
    hrefOf: (other) => address(other),
    href: (next) => address(id, { ...Object.fromEntries(params), ...next })
  };
  const slow = setTimeout(() => { if (mine === turn) main.setAttribute('aria-busy', 'true'); },
    400);
  try {
    if (id == null || !known) known = await fetchLaunches();
    if (mine !== turn) return;
    const view = id == null ? launchesView(route, known) : await launchView(
    route, { neighbours: neighbours(id) });
    if (mine !== turn) return;
    alarm.replaceChildren();
    draw(view, id);
  } catch (error) {
    if (mine === turn) fail(error);
  } finally {
    clearTimeout(slow);
    if (mine === turn) main.removeAttribute('aria-busy');
  }
}

function draw(view, id) {
  current = view;
  document.title = `${view.title} · LaunchPath`;
  const moved = main.dataset.at !== String(id);
  main.dataset.at = String(id);
  main.replaceChildren(view.element);
  if (moved) scrollTo(0, 0);
  document.querySelector('nav a').setAttribute('aria-current', id == null ? 'page' : 'false');
  document.querySelector('#source').textContent = known ?
    [known.source, count(known.launches.length, 'launch', 'launches')].filter(Boolean)
    .join(' · ') :
    '';
}

function neighbours(id) {
  const order = sort(known?.launches ?? [], 'time').map((one) => one.id);
  const at = order.indexOf(id);
  return { earlier: at > 0 ? order[at - 1] : null, later: at >= 0 ? order[at + 1] ?? null : null,
    href: (other) => address(other) };
}

function fail(error) {
  const again = h('button.link', { type: 'button', onclick: show }, 'Try again');
  if (error.kind === 'unreachable') {
    const since = new Date().toTimeString().slice(0, 5);
    alarm.replaceChildren(h('span.bad', `The server does not answer since ${since}. `),
      main.childElementCount ? 'Shown: what was read before. ' : '', again);
    if (main.childElementCount) return;
    draw({ title: 'No answer', element: h('div.state', h('h1',
        'Nothing to show yet: the server does not answer.')) }, parse(location.hash).id);
    return;
  }
  const gone = error.kind === 'gone';
  draw({
      title: gone ? 'No such launch' : 'It could not be shown',
      element: h('div.state',
        h('h1', gone ? 'No launch has this id.' : 'This launch could not be shown.'),
        h('p', gone ? 'Its file may have been moved, or pruned from the archive. ' :
          `${error.message}. `, h('a', { href: '#/' }, 'All launches'), gone ? null : [' · ',
            again
          ]))
    },
    parse(location.hash).id);
}

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  current?.recolour?.();
}

const isDark = matchMedia('(prefers-color-scheme: dark)');
isDark.addEventListener('change', () => setTheme());
document.querySelector('#theme').addEventListener('click', () => {
  const now = document.documentElement.dataset.theme ?? (isDark.matches ? 'dark' : 'light');
  setTheme(now === 'dark' ? 'light' : 'dark');
});

help.append(h('h2', { id: 'help-title' }, 'Keys'),
  h('dl', KEYS.map(([keys, does]) => [h('dt', keys.split(' ').map((key) => h('kbd', key))), h(
    'dd', does)])),
  h('form', { method: 'dialog' }, h('button', 'Close')));
document.querySelector('#keys').addEventListener('click', () => help.showModal());
document.querySelector('.skip').addEventListener('click', (event) => { event.preventDefault();
  main.focus(); });

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) {
    if (event.key === 'Escape') event.target.blur();
    return;
  }
  if (event.key === '?') help.showModal();
  else if (event.key === '/') main.querySelector('[type=search]')?.focus();
  else if (!current?.keys?.(event.key)) return;
  event.preventDefault();
});
addEventListener('hashchange', show);
show();
