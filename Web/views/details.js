// Under the drawing: decision, stores, plan, path, counters, attributes, problems.
// Tables that hold what is drawn.
import { facts, h, section, table } from '../dom.js';
import { neededBy, ownTime, spanOfTask, stepName, WORTH_A_WORD } from '../model.js';
import { age, count, millis, spoken, time, value } from '../words.js';
import { taskLink } from './side.js';
import { swatch } from './swatch.js';

const MAXIMUM_ROWS = 200;
const bad = (words) => h('span.bad', words);

export function details(launch, pick) {
  return h('div.details', [decision(launch), stores(launch), path(launch, pick), plan(launch, pick),
    counters(launch), attributes(launch), longest(launch, pick), problems(launch)
  ].filter(Boolean));
}

function decision(launch) {
  const steps = launch.decision?.steps ?? [];
  return section('Decision', launch.decision && `the first screen: ${launch.decision.screen}`,
    table('Decision', [
        ['rule'],
        ['input'],
        ['state', 'mid'],
        ['source', 'mid'],
        ['age', 'num'],
        ['outcome']
      ],
      steps.map((step) => ({
        kind: step.outcome === 'chose' ? 'decides' : null,
        cells: [spoken(step.rule), step.input ?? '',
          step.state === 'unavailable' ? bad('unavailable') : spoken(step.state), step
          .source ? spoken(step.source) : '–',
          age(step.ageNs), spoken(step.outcome)
        ]
      }))));
}

function stores(launch) {
  return section('Stores', null, launch.stores.map((store) => h('div.store',
    h('p', h('strong', store.name ?? store.class), store.name ? ` (${store.class})` : '',
      ': ',
      ['ready', 'migrated'].includes(store.verdict) ? spoken(store.verdict) : bad(spoken(store
        .verdict)),
      store.expected ? h('span.note', store.expected === store.verdict ? ', as expected' :
        `, expected ${spoken(store.expected)}`) : null),
    store.detail ? h('p.note', store.detail) : null,
    store.steps?.length ? h('ol.steps', [...store.steps.map((step) => [step.name, time(step
      .durationNs)]), restOfTask(launch, store)].filter(Boolean).map(([name, took]) => h('li',
      h('span', name), h('span.num', took)))) : null)));
}

/** What the span in which a store was opened took beside opening it. */
function restOfTask(launch, store) {
  const span = store.span == null ? null : launch.spanById.get(String(store.span));
  if (span?.duration == null) return null;
  const rest = span.duration - store.steps.reduce((sum, step) => sum + step.durationNs, 0);
  return rest > 0 ? [['the rest of ', h('em', span.name)], time(rest)] : null;
}

function path(launch, pick) {
  return section(`Path to ${spoken(launch.target)}`, 'what set the mark, step by step',
    table('Path', [
      ['step'],
      ['kind', 'mid'],
      ['from', 'num'],
      ['took', 'num']
    ], launch.path.map((step) => {
      const span = launch.spanById.get(step.span);
      const name = stepName(launch, step);
      return {
        cells: [span ? h('button.link.task', { type: 'button', onclick: () => pick(span) },
            name) : name,
          kindOf(step), millis(step.from), time(step.to - step.from)
        ]
      };
    })));
}

function kindOf(step) {
  if (step.kind === 'wait') return 'waiting';
  const isWorthAWord = step.waited > (step.to - step.from) * WORTH_A_WORD;
  return isWorthAWord ? `work, ${time(step.waited)} of it waiting` : 'work';
}

function plan(launch, pick) {
  const { tasks } = launch;
  if (!tasks.length) return null;
  const groups = ['beforeFirstFrame', 'deferred', 'lazy'].map((group) => [group, tasks.filter((
    task) => task.group === group)]);
  const idle = tasks.filter((task) => !spanOfTask(launch, task.id)).length;
  const note = groups.filter(([, of]) => of.length).map(([group, of]) =>
    `${of.length} ${spoken(group)}`).join(', ');
  const rows = groups.flatMap(([, of]) => of).slice(0, MAXIMUM_ROWS).map((task) => {
    const span = spanOfTask(launch, task.id);
    const own = span ? ownTime(launch, span) : { work: null, wait: null };
    const state = task.outcome ?? span?.outcome ?? 'unused';
    const word = state !== 'unused' ? spoken(state) : task.group === 'lazy' ? 'not used' :
      'did not run';
    return {
      kind: span ? null : 'idle',
      cells: [
        [swatch(task.group), ' ', taskLink(launch, task, pick)],
        listed(task.needs.map((id) => launch.taskById.get(id)?.name ?? id)), String(neededBy(
          launch, task).length || '–'),
        time(own.work), own.wait ? time(own.wait) : '–',
        ['failed', 'timedOut', 'unfinished', 'quarantined'].includes(state) ? bad(word) : word
      ]
    };
  });
  return section('Plan',
    `${note}; ${idle ? `${count(idle, 'task')} did not run` : 'every task ran'}`,
    table('Plan', [
      ['task'],
      ['needs', 'wide'],
      ['needed by', 'num mid'],
      ['work', 'num'],
      ['waiting', 'num mid'],
      ['outcome']
    ], rows),
    tasks.length > MAXIMUM_ROWS && h('p.note',
      `${count(tasks.length - MAXIMUM_ROWS, 'more task')} not listed.`));
}

const listed = (names) => (names.length > 3 ?
  `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ') || '–');

function counters(launch) {
  const waits = launch.inputs.filter((input) => input.servedNs != null).map((input) => [input.atNs,
    input.servedNs - input.atNs
  ]);
  const all = waits.length ? [...launch.counters, { name: 'inputs waited', unit: 'ns',
    samples: waits }] : launch.counters;
  return section('Counters', 'value at the end, highest', table('Counters', [
      ['counter'],
      ['samples', 'num mid'],
      ['last', 'num'],
      ['highest', 'num']
    ],
    all.filter((counter) => counter.samples.length).map((counter) => {
      const values = counter.samples.map(([, given]) => given);
      const unit = counter.unit || counter.name;
      return { cells: [counter.name, String(values.length), value(unit, values.at(-1)), value(
          unit, values.reduce((a, b) => Math.max(a, b)))] };
    })));
}

function attributes(launch) {
  const pairs = Object.entries(launch.facts.attributes ?? {});
  if (!pairs.length) return null;
  return section('Measured and noted', null, facts(pairs.map(([name, given]) => [spoken(name
    .replace(/Ns$/, '')), value(name, given)])));
}

/** Without a plan the longest spans stand in for it; their lengths overlap and are not summed. */
function longest(launch, pick) {
  if (launch.tasks.length) return null;
  const spans = launch.spans.filter((span) => span.duration != null).sort((a, b) => b.duration - a
    .duration).slice(0, 12);
  return section('Longest spans', 'they overlap, so they do not add up', table('Longest spans', [
      ['span'],
      ['on', 'mid'],
      ['from', 'num'],
      ['took', 'num']
    ],
    spans.map((span) => ({
      cells: [h('button.link.task', { type: 'button', onclick: () => pick(span) }, span
          .name),
        launch.trackById.get(span.track).name, millis(span.start), time(span.duration)
      ]
    }))));
}

function problems(launch) {
  const part = section('Problems met while reading', null, table('Problems', [
      ['problem'],
      ['code', 'mid'],
      ['times', 'num'],
      ['first at byte', 'num']
    ],
    launch.problems.map((one) => ({ cells: [one.message, one.code, String(one.count ?? 1), one
        .offset == null ? '–' : value('', one.offset)
      ] }))));
  part?.setAttribute('id', 'problems');
  return part;
}
