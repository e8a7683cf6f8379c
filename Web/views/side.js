// The right column: what is selected, what it cost, and why it ran there.
import { facts, h } from '../dom.js';
import { neededBy, ownTime, spanOfTask, waitCause, whyChain } from '../model.js';
import { millis, spoken, time, value } from '../words.js';
import { swatch } from './swatch.js';

/** What stands beside the drawing for a span; `pick` selects another span. */
export function selection(launch, span, pick) {
  if (!span) {
    return [h('h2', 'Nothing selected'),
      h('p.note', 'Select a bar to see its work and its waiting, and why it ran there. ',
        h('kbd', ','), ' and ', h('kbd', '.'), ' step along a lane.')
    ];
  }
  const { task } = span;
  const own = ownTime(launch, span);
  const track = launch.trackById.get(span.track);
  const to = (one) => taskLink(launch, one, pick);
  const onPath = launch.pathIds.has(span.id);
  return [
    h('h2', span.name || 'unnamed'),
    facts([
      ['group', span.group && [swatch(span.group), ' ', spoken(span.group)]],
      ['is', !span.group && kindOf(span)],
      ['on', track.name],
      ['time', span.end == null ? `began at ${time(span.start)}` :
        `${millis(span.start)}–${time(span.end)}`
      ],
      ['work', own.work == null ? 'unknown: it has no end' : time(own.work)],
      ['waiting', own.wait ? [time(own.wait), own.on.length ? ` for ${own.on.join(', ')}` :
        ''] : own.wait === 0 ? 'none' : null
      ],
      ['path', onPath ? `on the path to ${spoken(launch.target)}` : null],
      ['outcome', outcomeOf(span)],
      ...Object.entries(span.args).filter(([name]) => !['on', 'cpuNs'].includes(name))
      .map(([name, given]) => [spoken(name), value(name, given)]),
    ]),
    task && [h('h3', 'Why it runs here'), reason(launch, task, to)],
    task?.needs.length ? [h('h3', 'Needs'), h('p', listed(task.needs.map((id) => to(launch
      .taskById.get(id) ?? { id, name: id }))))] : null,
    task && neededBy(launch, task).length ? [h('h3', 'Needed by'), h('p', listed(neededBy(launch,
      task).map(to)))] : null,
    flow('Goes on with', launch.flows.filter((one) => one.to === span).map((one) => one.from),
      pick),
    flow('Leads to', launch.flows.filter((one) => one.from === span).map((one) => one.to), pick),
    h('p.actions', h('button.link', { type: 'button', onclick: () => pick(null) }, 'Clear')),
  ].flat(3).filter(Boolean);
}

/** The spans at the other ends of a span's arrows. */
function flow(title, spans, pick) {
  if (!spans.length) return null;
  return [h('h3', title), h('p', listed(spans.map((span) => spanLink(span, span.name, pick))))];
}

const spanLink = (span, name, pick) => h('button.link.task', { type: 'button',
  onclick: () => pick(span) }, name);

/** A task's name; a link to its span if it ran. */
export function taskLink(launch, task, pick) {
  const span = task.id == null ? null : spanOfTask(launch, task.id);
  return span ? spanLink(span, task.name, pick) : h('em', task.name);
}

function reason(launch, task, to) {
  const declared = task.declaredAt ? ` Declared in ${task.declaredAt}.` : '';
  if (task.group === 'lazy') return h('p', `It waits for its first use.${declared}`);
  if (task.group === 'deferred') return h('p',
    `Nothing on the first screen needs it, so it follows the first frame.${declared}`);
  const chain = whyChain(launch, task);
  if (task.policy === 'declared' && chain.length < 2) return h('p',
    `It asks for the first frame itself.${declared}`);
  return [h('p', `The screen draws with it.${declared}`),
    chain.length > 1 && h('ol.chain', chain.map((one, i) => h('li', i ? h('span.note', 'for ') :
      null, one.id == null ? h('strong', one.name) : to(one))))
  ];
}

function outcomeOf(span) {
  if (span.duration == null) return h('span.bad', 'did not finish');
  if (span.outcome === 'failed' || span.outcome === 'timedOut') return h('span.bad',
    `✕ ${spoken(span.outcome)}`);
  return span.outcome ? spoken(span.outcome) : null;
}

function kindOf(span) {
  if (span.category === 'wait') return `waiting${waitCause(span) ? ` for ${waitCause(span)}` : ''}`;
  return { process: 'process creation', io: 'reading or writing', task: 'a task',
    span: 'a part of the work' } [span.category] ?? span.category;
}

const listed = (items) => items.flatMap((item, i) => (i ? [', ', item] : [item]));
