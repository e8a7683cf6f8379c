// One launch: what happened, on what evidence, and why.
import { fetchLaunch } from '../api.js';
import { h, sentence } from '../dom.js';
import { defaultSelection, findSelection, idleShare, neighbour, plainSentence, readLaunch, search,
  selectionKey, WORTH_A_WORD } from '../model.js';
import { clampWindow } from '../layout.js';
import { count, moment, plain, spoken, time } from '../words.js';
import { details } from './details.js';
import { selection } from './side.js';
import { legend } from './swatch.js';
import { timeline } from './timeline.js';

export async function launchView(route, earlierAndLater) {
  const launch = readLaunch(await fetchLaunch(route.id));
  if (!launch) throw new Error('The document holds no launch');
  const words = launch.sentence.length ? launch.sentence : plainSentence(launch, time);
  const { params } = route;
  const state = { window: null, selected: params.has('sel') ? findSelection(launch, params.get(
      'sel')) : defaultSelection(launch) };
  const [from, to] = [Number(params.get('from') ?? NaN), Number(params.get('to') ?? NaN)];
  if (from < to) state.window = clampWindow(launch, from, to);

  const side = h('aside.side', { 'aria-label': 'Selection' });
  const status = h('span.note', { role: 'status' });
  let shown;
  const save = () => route.remember({
    from: state.window[0],
    to: state.window[1],
    sel: state.selected ? selectionKey(state.selected) : ''
  });
  const lines = timeline(launch, state, () => {
    if (shown !== state.selected) fillSide();
    save();
  });
  const pick = (span) => lines.select(span);
  const fillSide = () => { shown = state.selected;
    side.replaceChildren(...selection(launch, shown, pick)); };
  fillSide();

  const find = finder(launch, state, status, pick);
  const tool = (label, title, act) => h('button', { type: 'button', title, 'aria-label': title,
    onclick: act }, label);
  const tools = h('div.tools', find, status, h('span.push', tool('−', 'Zoom out', () => lines
      .zoom('s')),
    tool('+', 'Zoom in', () => lines.zoom('w')), tool('Whole launch', 'Show the whole launch',
      () => lines.all())));
  const linkOf = (part) => {
    const span = launch.spanById.get(part.span);
    return span && route.href({ sel: selectionKey(span) });
  };
  const { neighbours } = earlierAndLater;
  const element = h('div',
    h('h1', sentence(words, linkOf)),
    evidence(launch, neighbours),
    h('div.with-side', h('section.main', { 'aria-label': 'Waterfall' }, tools, lines.element,
      legend(legendKinds(launch))), side),
    details(launch, pick));
  element.querySelector('.evidence [href="#problems"]')?.addEventListener('click', (event) => {
    event.preventDefault();
    element.querySelector('#problems')?.scrollIntoView();
  });

  return {
    title: plain(words),
    element,
    recolour: lines.recolour,
    keys: (key) => {
      if (lines.zoom(key)) return true;
      if (key === ',' || key === '.') pick(neighbour(launch, state.selected, key === '.' ? 1 : -
        1));
      else if (key === 'f') lines.fit();
      else if (key === 'Escape') pick(null);
      else if (key === '[' && neighbours.earlier) location.hash = route.hrefOf(neighbours
        .earlier);
      else if (key === ']' && neighbours.later) location.hash = route.hrefOf(neighbours.later);
      else return key === '[' || key === ']';
      return true;
    }
  };
}

// A field that finds spans: typing shows the first, Enter the next, Shift-Enter the one before.
function finder(launch, state, status, pick) {
  let found = [];
  const find = h('input', {
    type: 'search',
    id: 'find',
    placeholder: 'Find a span',
    'aria-label': 'Find a span',
    autocomplete: 'off',
    oninput: () => {
      found = search(launch, find.value);
      status.textContent = find.value ? `${count(found.length, 'span')} found` : '';
      if (found[0]) pick(found[0]);
    },
    onkeydown: (event) => {
      if (event.key !== 'Enter' || !found.length) return;
      const at = found.indexOf(state.selected) + (event.shiftKey ? -1 : 1);
      pick(found[(at + found.length) % found.length]);
      status.textContent =
        `${((at + found.length) % found.length) + 1} of ${count(found.length, 'span')}`;
    }
  });
  return find;
}

/** What the sentence rests on: versions, clock, what the reader met, how the process ended. */
function evidence(launch, { earlier, later, href }) {
  const { facts, problems } = launch;
  const clock = facts.clock ?? {};
  const dropped = droppedEntries(launch);
  const isOurs = facts.source?.format === 'recording' || facts.source?.format?.startsWith(
    'launchpath');
  const met = problems.reduce((sum, one) => sum + (one.count ?? 1), 0);
  const parts = [
    [facts.app, facts.version, facts.build && `(${facts.build})`].filter(Boolean).join(' ') ||
    'unnamed program',
    `${spoken(facts.kind ?? 'unknown')}, ${spoken(facts.reason ?? 'unknown')}`,
    facts.startedAt == null ? 'time unknown' : `${moment(facts.startedAt)} UTC`,
    clock.zero ?
    `zero: ${clock.zero}${clock.uncertaintyNs == null ? '' : `, ± ${time(clock.uncertaintyNs)}`}` :
    null,
    h('span', { class: launch.died.length || ['crashed', 'killed', 'hung'].includes(facts
          .outcome) ? 'bad' : null },
      `outcome: ${spoken(facts.outcome ?? 'unknown')}`, launch.died.length ?
      ` in ${launch.died.map((span) => span.name).join(', ')}` : ''),
    processEnd(facts.attributes ?? {}),
    ladderStep(facts.attributes ?? {}),
    failures(launch),
    facts.excluded.length ? h('strong.bad',
      `not counted: ${facts.excluded.map(spoken).join(', ')}`) : null,
    met ? h('a', { href: '#problems' }, count(met, 'problem'), ' while reading') :
    'read whole',
    dropped ? h('span.bad', `${count(dropped, 'entry', 'entries')} dropped`) : isOurs ?
    'no entry dropped' : null,
    facts.source?.format ?
    `from ${facts.source.format}${facts.source.tool ? ` by ${facts.source.tool}` : ''}` : null,
    earlier || later ? h('span', earlier && h('a', { href: href(earlier) }, '← earlier'), ' ',
      later && h('a', { href: href(later) }, 'later →')) : null,
  ];
  return h('p.evidence', parts.filter(Boolean).map((part) => h('span', part)));
}

/** The tasks that failed, by name, or that none did. */
function failures({ tasks }) {
  const failed = tasks.filter((task) => ['failed', 'timedOut'].includes(task.outcome));
  if (!failed.length) return tasks.length ? 'no task failed' : null;
  const names = failed.slice(0, 5).map((task) => task.name);
  if (failed.length > names.length) names.push(`${failed.length - names.length} more`);
  return h('span.bad', `✕ ${count(failed.length, 'task')} failed: ${names.join(', ')}`);
}

/** What the launch after it made of its end. */
function ladderStep({ ladderStep: step }) {
  return step == null ? null : `next launch: ${{
    noEvidence: 'no crash counted',
    counted: 'crash counted',
    quarantined: 'task in quarantine',
    safeMode: 'safe mode'
  }[step] ?? spoken(step)}`;
}

/** How the process ended, which is not how far its launch came. */
function processEnd({ processEnd: end, exitStatus, signal, signalName }) {
  if (end == null) return null;
  if (signal != null) return `process: ${end}, ${signalName ?? `signal ${signal}`}`;
  return `process: ${end}${exitStatus == null ? '' : `, status ${exitStatus}`}`;
}

function droppedEntries({ facts, problems }) {
  const attribute = facts.attributes?.droppedEntries;
  if (attribute != null) return Number(attribute);
  return problems.filter((one) => /dropped/i.test(one.code)).reduce((sum, one) => sum + (one
    .count ?? 1), 0);
}

const showsWaiting = (span) => ['wait', 'io'].includes(span.category) || idleShare(span) >=
  WORTH_A_WORD;

function legendKinds(launch) {
  const has = (test) => launch.spans.some(test);
  return [
    ['beforeFirstFrame', launch.tasks.length ? 'before first frame' : 'work'],
    has((span) => span.group === 'deferred') && ['deferred'],
    has((span) => span.group === 'lazy') && ['lazy'],
    launch.path.length && ['path', `on the path to ${spoken(launch.target)}`],
    (launch.waits.length || has(showsWaiting)) && ['wait', 'waiting'],
    launch.path.some((step) => launch.spanById.get(step.span)?.category === 'process') &&
    ['creation', 'system, on the path'],
    has((span) => span.category === 'process' && !launch.pathIds.has(span.id)) &&
    ['process', 'system'],
    launch.path.some((step) => step.span == null && step.kind === 'work') &&
    ['outside', 'outside tasks'],
    has((span) => span.outcome === 'failed') && ['failed'],
    launch.unfinished.length && ['unfinished', 'did not finish'],
  ].filter(Boolean);
}
