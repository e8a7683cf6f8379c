// Many launches: what they come to, then one line for each.
import { h, sentence, s } from '../dom.js';
import { choices, ending, exclusion, exclusions, filter, isDead, overview, sort,
  stripEnd } from '../population.js';
import { count, millis, moment, plain, spoken } from '../words.js';
import { legend, strip } from './swatch.js';

const STRIP = 240;
const PAGE = 500;
const COLUMNS = [
  ['time', 'time, UTC'],
  ['app', 'program', 'mid name'],
  ['version', 'version', 'mid name'],
  ['kind', 'kind', 'mid'],
  ['reason', 'reason', 'mid'],
  ['screen', 'decision', 'name'],
  [null, 'launch', 'mid'],
  ['firstFrame', 'first frame', 'num'],
  ['firstContent', 'first content', 'num low'],
  ['interactive', 'interactive', 'num mid'],
  ['verdict', 'store', 'low'],
  ['outcome', 'outcome', 'rest']
];

export function launchesView(route, { launches, unreadable }) {
  if (!launches.length) return empty();
  const said = overview(launches);
  const state = {
    q: route.params.get('q') ?? '',
    kind: route.params.get('kind') ?? '',
    outcome: route.params.get('outcome') ?? '',
    sort: route.params.get('sort') ?? '-time',
    shown: PAGE
  };
  const list = h('div');
  const note = h('span.push.note', { role: 'status' });
  const draw = () => {
    const kept = sort(filter(launches, state), state.sort);
    note.textContent = kept.length === launches.length ? count(kept.length, 'launch',
      'launches') : `${kept.length} of ${count(launches.length, 'launch', 'launches')}`;
    list.replaceChildren(...(kept.length ? [rows(kept, state, route, act)] : [nothing(act)])
      .filter(Boolean));
  };
  const act = (change) => {
    Object.assign(state, change);
    text.value = state.q;
    for (const select of [kind, outcome]) select.value = state[select.name];
    route.remember({ q: state.q, kind: state.kind, outcome: state.outcome, sort: state.sort ===
        '-time' ? '' : state.sort });
    draw();
  };
  const text = h('input', {
    type: 'search',
    value: state.q,
    placeholder: 'Filter by any word',
    'aria-label': 'Filter by any word',
    autocomplete: 'off',
    oninput: () => act({ q: text.value })
  });
  const kind = pick('kind', choices(launches, 'kind'), state.kind, act);
  const outcome = pick('outcome', [...choices(launches, 'outcome'),
    ['excluded', launches.filter((one) => one.excluded?.length).length]
  ].filter(([, n]) => n), state.outcome, act);
  if (unreadable?.length) {
    said.evidence.push(h('span.bad', { title: unreadable.slice(0, 20).join('\n') },
      `${count(unreadable.length, 'file')} could not be read`));
  }
  draw();
  const element = h('div',
    h('h1', sentence(said.sentence, (part) => part.launch && route.hrefOf(part.launch))),
    h('p.evidence', said.evidence.map((words) => h('span', words))),
    h('div.tools.filters', text, h('label', 'kind ', kind), h('label', 'outcome ', outcome),
    note),
    above(launches),
    list);
  return {
    title: plain(said.sentence),
    element,
    keys: (key) => {
      if (key !== 'Escape') return false;
      act({ q: '', kind: '', outcome: '' });
      return true;
    }
  };
}

/** What is not counted, and what the strips show. */
function above(launches) {
  const reasons = exclusions(launches);
  return h('div.above', reasons.length ? h('p.note',
        h('strong', `${count(excludedCount(launches), 'launch', 'launches')} not counted`),
        ` (${reasons.map(([reason, n]) => `${n} ${spoken(reason)}`).join(', ')}): kept, in grey.`
        ) : null,
      legend([
        ['creation', 'process creation'],
        ['work', 'work'],
        ['wait', 'waiting'],
        ['firstContent'],
        ['interactive']
      ], 'times in ms'));
}

function pick(name, options, now, act) {
  const select = h('select', { name, onchange: () => act({
        [name]: select.value }) }, h('option', { value: '' }, 'any'),
    options.map(([key, n]) => h('option', { value: key, selected: key === now },
      `${spoken(key)} (${n})`)));
  return select;
}

function rows(kept, state, route, act) {
  const end = stripEnd(kept);
  const [down, by] = [state.sort.startsWith('-'), state.sort.replace('-', '')];
  const head = COLUMNS.map(([key, label, kind]) => h('th', {
      scope: 'col',
      class: kind,
      'aria-sort': key === by ? (down ? 'descending' : 'ascending') : null
    }, key ?
    h('button.link', { type: 'button', onclick: () => act({ sort: key === by && !down ?
            `-${key}` : key === by ? key : key === 'time' ? '-time' : key }) },
      label, key === by ? (down ? ' ↓' : ' ↑') : '') :
    axis(end)));
  const body = kept.slice(0, state.shown).map((one) => row(one, end, route));
  const more = kept.length - body.length;
  return h('div', h('table.list', h('caption.hidden', 'Launches'), h('thead', h('tr', head)), h(
      'tbody', body)),
    more > 0 && h('p', h('button', { type: 'button', onclick: () => act({ shown: state.shown +
          PAGE }) }, `Show ${Math.min(PAGE, more)} more of ${more}`)));
}

/** The scale of the strips, in the head of their column. */
function axis(end) {
  const x = (ns) => (ns / end) * (STRIP - 10);
  const step = [1e5, 2e5, 5e5, 1e6, 2e6, 5e6, 1e7, 2e7, 5e7, 1e8, 2e8, 5e8, 1e9, 2e9, 5e9, 1e10,
    1e11
  ].find((size) => end / size <= 4.5) ?? end;
  const at = [];
  for (let ns = 0; ns <= end; ns += step) at.push(ns);
  return [h('span.hidden', 'launch'), s('svg.strip', { width: STRIP,
    height: 14, 'aria-hidden': 'true' },
    at.map((ns) => [s('path', { class: 'line-rule-2', d: `M${x(ns) + 0.5} 10v4` }),
      s('text', { class: 'tick', x: x(ns) + (ns ? 0 : 0.5), y: 8, 'text-anchor': ns ?
          'middle' : 'start' }, ns ? millis(ns) : '0 ms')
    ]))];
}

function row(one, end, route) {
  const marks = one.marks ?? {};
  const out = one.excluded?.length > 0;
  const open = h('a', { href: route.hrefOf(one.id) }, moment(one.startedAt).replace(/^\d{4}-/, ''));
  const cells = [open, one.app ?? '–', one.version ?? '–', spoken(one.kind ?? 'unknown'),
    spoken(one.reason ?? 'unknown'), one.screen ?? one.app ?? '–',
    strip(one, STRIP, end), key(one), millis(marks.firstContent),
    millis(marks.interactive),
    one.verdict ? verdict(one.verdict) : '–', outcome(one)
  ];
  return h('tr', {
    class: [out && 'out', isDead(one) && 'dead'].filter(Boolean).join(' ') || null,
    onclick: (event) => {
      if (!event.target.closest('a') && !String(getSelection())) location.hash = route.hrefOf(
        one.id);
    }
  }, cells.map((cell, i) => h(i ? 'td' : 'th', { scope: i ? null : 'row', class: COLUMNS[i][
      2] }, cell)));
}

/** The time to the first frame; without one, to what was waited for, or to the exit. */
function key(one) {
  const took = ending(one);
  return took == null ? h('span.key', millis(one.marks?.firstFrame)) :
    [h('span.note', one.marks.until == null ? 'exit ' : 'mark '), h('span.key', millis(took))];
}

const verdict = (word) => (['ready', 'migrated'].includes(word) ? spoken(word) : h('span.bad',
  spoken(word)));

function outcome(one) {
  const notes = [];
  if (isDead(one)) notes.push(h('span.bad',
    `✕ ${spoken(one.outcome)}${one.diedIn ? ` in ${one.diedIn}` : ''}`));
  else notes.push(spoken(one.outcome ?? 'unknown'));
  if (one.crashed && !isDead(one)) notes.push(h('span.bad',
    `✕ later crashed${one.diedIn ? ` in ${one.diedIn}` : ''}`));
  if (one.failed?.length) notes.push(h('span.bad',
    `✕ ${one.failed.length === 1 ? one.failed[0] : count(one.failed.length, 'task')} failed`));
  if (one.excluded?.length) notes.push(`not counted: ${exclusion(one)}`);
  if (one.problems) notes.push(count(one.problems, 'problem'));
  return notes.flatMap((note, i) => (i ? [' · ', note] : [note]));
}

const nothing = (act) => h('div.state', h('p', 'No launch matches these filters.'),
  h('button', { type: 'button', onclick: () => act({ q: '', kind: '', outcome: '' }) },
    'Clear the filters'));

function empty() {
  return {
    title: 'No launches yet',
    element: h('div.state', h('h1', 'No launches yet.'),
      h('p', 'Record one with ', h('code', 'launchpath record -- CMD'),
        ', or start a program that records into this folder.'))
  };
}

function excludedCount(launches) {
  return launches.filter((one) => one.excluded?.length).length;
}
