// One launch as the page works with it: what a trace document says, joined by id. Pure.
// Times are nanoseconds relative to the launch's zero; ids are strings; what is absent stays null.

const ENDED_BADLY = new Set(['crashed', 'killed', 'hung']);
const list = (given) => (Array.isArray(given) ? given : []);
const text = (given, otherwise = '') => (given == null ? otherwise : String(given));
const number = (given) => (given == null || !Number.isFinite(Number(given)) ? null : Number(given));

const readTask = (task) => ({
  id: text(task.id),
  name: text(task.name, text(task.id)),
  group: text(task.group, 'deferred'),
  why: list(task.why).map(String),
  needs: list(task.needs).map(String),
  affinity: task.affinity,
  policy: task.policy,
  declaredAt: task.declaredAt,
  outcome: task.outcome,
});

function readAnalysis(analysis) {
  return {
    target: text(analysis.target, 'firstFrame'),
    sentence: list(analysis.sentence).map((part) => ({ text: text(part.text), style: part.style,
      span: part.span == null ? null : text(part.span) })),
    path: list(analysis.path).map((step) => ({
      from: number(step.from) ?? 0,
      to: number(step.to) ?? 0,
      kind: step.kind === 'wait' ? 'wait' : 'work',
      on: step.on,
      label: step.label,
      waited: number(step.waited) ?? 0,
      span: step.span == null ? null : text(step.span)
    })),
    waits: list(analysis.waits).map((wait) => ({
      track: text(wait.track),
      start: number(wait.startNs) ?? 0,
      end: (number(wait.startNs) ?? 0) + (number(wait.durationNs) ?? 0),
      on: wait.on
    })),
  };
}

/** The spans in order of time; a track that only a span names is added. */
function readSpans(trace, tracks, trackById, taskById) {
  const spans = list(trace.spans).flatMap((span) => {
    const start = number(span.startNs);
    if (start == null) return [];
    const id = text(span.track);
    if (!trackById.has(id)) {
      const track = { id, name: id || 'unnamed' };
      tracks.push(track);
      trackById.set(id, track);
    }
    const duration = number(span.durationNs);
    const task = span.task == null ? null : taskById.get(String(span.task)) ?? null;
    return [{
      id: text(span.id),
      track: id,
      name: text(span.name),
      category: text(span.category, 'span'),
      task,
      start,
      duration,
      end: duration == null ? null : start + duration,
      outcome: span.outcome,
      group: task?.group ?? null,
      args: span.args ?? {}
    }];
  });
  spans.sort((a, b) => a.start - b.start || (b.duration ?? Infinity) - (a.duration ?? Infinity));
  return spans;
}

/** The arrows between spans, but for those that the needs of a task tell already. */
function readFlows(trace, spanById) {
  return list(trace.flows).flatMap((flow) => {
    const from = spanById.get(String(flow.from));
    const to = spanById.get(String(flow.to));
    if (!from || !to || from.task && to.task?.needs.includes(from.task.id)) return [];
    return [{ from, to }];
  });
}

/** Reads the document of one launch; null if it holds none. */
export function readLaunch(document) {
  const trace = document?.traces?.[0];
  if (!trace?.launch) return null;
  const tasks = list(trace.plan?.tasks).map(readTask);
  const taskById = new Map(tasks.map((task) => [task.id, task]));
  const tracks = list(trace.tracks).map((track) => ({
    id: text(track.id),
    name: text(track.name, text(track.id)),
    process: track.process,
    thread: track.thread
  }));
  const trackById = new Map(tracks.map((track) => [track.id, track]));
  const spans = readSpans(trace, tracks, trackById, taskById);
  const spanById = new Map(spans.map((span) => [span.id, span]));
  const marks = list(trace.marks).map((mark) => ({ name: text(mark.name), at: number(mark.atNs) ??
        0 }))
    .sort((a, b) => a.at - b.at);
  const phases = list(trace.phases).map((phase) => ({ name: text(phase.name), start: number(phase
      .startNs) ?? 0, end: number(phase.endNs) ?? 0 }));
  const screens = list(trace.screenEvents).map((event) => ({ at: number(event.atNs) ?? 0,
    section: text(event.section), shows: text(event.shows), age: number(event.ageNs) }));
  const counters = list(trace.counters).map((counter) => ({
    name: text(counter.name),
    unit: text(counter.unit),
    samples: list(counter.samples).map(([at, value]) => [Number(at), Number(value)])
  }));
  const launch = {
    facts: { ...trace.launch, excluded: list(trace.launch.excluded).map(String) },
    tracks,
    trackById,
    spans,
    spanById,
    tasks,
    taskById,
    screen: trace.plan?.screen ?? trace.decision?.screen,
    marks,
    phases,
    screens,
    inputs: list(trace.inputs),
    counters,
    flows: readFlows(trace, spanById),
    decision: trace.decision ?? null,
    stores: list(trace.stores),
    problems: list(trace.problems),
    ...readAnalysis(document.analysis ?? {}),
  };
  launch.pathIds = new Set(launch.path.map((step) => step.span).filter((id) => id != null));
  launch.end = Math.max(1, ...marks.map((mark) => mark.at), ...screens.map((event) => event.at),
    ...phases.map((phase) => phase.end), spans.reduce((last, span) => Math.max(last, span.end ??
      span.start), 0));
  // What never ended reaches to the moment of its death, where that is known.
  const death = launch.spans.some((span) => span.duration == null) && number(launch.facts
    .attributes?.processEndNs);
  if (death && ENDED_BADLY.has(launch.facts.outcome)) launch.end = Math.max(launch.end, death);
  launch.first = Math.min(0, spans.reduce((first, span) => Math.min(first, span.start), 0));
  launch.unfinished = spans.filter((span) => span.duration == null);
  const place = launch.spanById.get(text(trace.launch.diedIn));
  launch.died = place ? [place] : ENDED_BADLY.has(trace.launch.outcome) ?
    launch.unfinished.filter((span) => span.category !== 'wait') : [];
  return launch;
}

/** When a mark was reached, or null. */
export const mark = (launch, name) => launch.marks.find((one) => one.name === name)?.at ?? null;

// How long a span worked and how long it waited: inside it, and in waits on its track.
export function ownTime(launch, span) {
  if (span.duration == null) return { work: null, wait: null, on: [] };
  if (span.category === 'wait') return { work: 0, wait: span.duration, on: [waitCause(span)] };
  const inside = [
      ...launch.spans.filter((other) => other.category === 'wait' && other.track === span.track &&
        other.end != null)
      .map((other) => ({ start: other.start, end: other.end, on: waitCause(other) })),
      ...launch.waits.filter((wait) => wait.track === span.track),
    ].map((wait) => ({ ...wait, start: Math.max(wait.start, span.start), end: Math.min(wait.end,
        span.end) }))
    .filter((wait) => wait.end > wait.start).sort((a, b) => a.start - b.start);
  let wait = 0;
  let reached = span.start;
  for (const one of inside) {
    wait += Math.max(0, one.end - Math.max(one.start, reached));
    reached = Math.max(reached, one.end);
  }
  const off = span.duration - processorTime(span);
  if (off > wait && off >= span.duration * WORTH_A_WORD) return { work: span.duration - off,
    wait: off, on: [OFF_PROCESSOR] };
  return { work: span.duration - wait, wait, on: [...new Set(inside.map((one) => one.on).filter(
      Boolean))] };
}

/** The share of a bar under which its waiting is not spoken of. */
export const WORTH_A_WORD = 0.1;

const OFF_PROCESSOR = 'a disk, a lock, a sleep or its turn';

/** How much of a span its thread had no processor, from 0 to 1; 0 where that is not known. */
export function idleShare(span) {
  return span.duration > 0 ? Math.max(0, 1 - processorTime(span) / span.duration) : 0;
}

function processorTime(span) {
  const used = span.args?.cpuNs;
  return typeof used === 'number' ? used : span.duration;
}

/** What a waiting span waits for, in words. */
export function waitCause(span) {
  const on = span.args?.on;
  return on == null ? '' : String(on).replace(/^task:/, '');
}

/** The span of a task: the first one of its own, not its waiting. */
export function spanOfTask(launch, id) {
  return launch.spans.find((span) => span.task?.id === id && span.category !== 'wait') ?? null;
}

/** The task with its chain of reasons, ending at the screen. */
export function whyChain(launch, task) {
  const names = [task, ...task.why.map((id) => launch.taskById.get(id) ?? { id, name: id })];
  const rest = names.filter((one, index) => index === 0 || one.id !== task.id);
  const last = rest.at(-1);
  return last && launch.screen && last.name !== launch.screen && task.group === 'beforeFirstFrame' ?
    [...rest, { id: null, name: launch.screen }] : rest;
}

/** The tasks that need this one. */
export const neededBy = (launch, task) => launch.tasks.filter((other) => other.needs.includes(task
  .id));

/** The path as a sum, with steps under a share of it taken together; in the order of time. */
export function pathSum(launch, share = 0.04) {
  const { path } = launch;
  if (!path.length) return null;
  const total = path.at(-1).to - path[0].from;
  const parts = [];
  for (const step of path) {
    const length = step.to - step.from;
    if (length < total * share) {
      const last = parts.at(-1);
      if (last?.steps) { last.steps += 1;
        last.length += length; } else parts.push({ steps: 1, length, one: step });
    } else parts.push({ length, one: step });
  }
  const shown = addingUp(parts.map((part) => part.length), total);
  return {
    total,
    shown: shown.total,
    parts: parts.map((part, i) => ({
      length: part.length,
      shown: shown.parts[i],
      wait: !part.steps && isMostlyWaiting(part.one),
      label: part.steps > 1 ? `${part.steps} short steps` : stepName(launch, part.one),
      span: part.steps > 1 ? null : part.one.span
    }))
  };
}

// Milliseconds of as many decimals as the total bears, which add up as they are shown: what
// rounding leaves over goes to the largest part.
function addingUp(lengths, total) {
  const decimals = total < 10e6 ? 2 : 1;
  const unit = 10 ** (6 - decimals);
  const rounded = lengths.map((length) => Math.round(length / unit));
  const whole = Math.round(total / unit);
  rounded[lengths.indexOf(Math.max(...lengths))] += whole - rounded.reduce((a, b) => a + b, 0);
  const text = (units) => (units / 10 ** decimals).toFixed(decimals);
  return { total: text(whole), parts: rounded.map(text) };
}

/** Whether more than half of a step is waiting. */
export const isMostlyWaiting = (step) => step.kind === 'wait' || step.waited > (step.to - step
  .from) / 2;

/** What a step of the path is called. */
export function stepName(launch, step) {
  const named = step.span != null ? launch.spanById.get(step.span)?.name : null;
  const on = step.on == null ? '' : String(step.on).replace(/^task:/, '');
  if (step.kind === 'wait' && step.label) return step.label;
  if (step.kind === 'wait') return on ? `wait for ${on}` : `wait${named ? ` in ${named}` : ''}`;
  return named ?? step.label ?? 'not recorded';
}

/** A selection as the URL holds it: by track and time, because row numbers do not last. */
export const selectionKey = (span) => `${span.track}@${span.start}+${span.duration ?? ''}`;
export const findSelection = (launch, key) =>
  (key ? launch.spans.find((span) => selectionKey(span) === key) ?? null : null);

/** The span before or after this one on its track; the first of a track without one. */
export function neighbour(launch, span, by) {
  const lane = launch.spans.filter((other) => other.track === (span?.track ?? launch.spans[0]
    ?.track));
  const at = span ? lane.indexOf(span) + by : 0;
  return lane[Math.min(lane.length - 1, Math.max(0, at))] ?? null;
}

/** Spans whose name, track or arguments hold these words, in order of time. */
export function search(launch, words) {
  const needle = words.trim().toLowerCase();
  if (!needle) return [];
  return launch.spans.filter((span) => span.name.toLowerCase().includes(needle) ||
    Object.values(span.args).some((given) => String(given).toLowerCase().includes(needle)));
}

/** What the page selects by itself: where it died, else the last task that the sentence names. */
export function defaultSelection(launch) {
  if (launch.died.length) return launch.died.at(-1);
  const named = launch.sentence.findLast((part) => part.span != null)?.span;
  return launch.spanById.get(named) ?? null;
}

/** A sentence for a document that brings none, from its marks and outcome alone. */
export function plainSentence(launch, time) {
  const { facts, screen, marks } = launch;
  const reached = ['interactive', 'firstContent', 'firstFrame'].map((name) => marks.find((one) =>
    one.name === name)).find(Boolean);
  const what = screen ?? facts.app ?? 'This program';
  const end = launch.end;
  return reached ?
    [{ text: `${what}, ` }, { text: time(reached.at), style: 'strong' },
      { text: ` to ${reached.name.replace(/[A-Z]/g, (c) => ` ${c.toLowerCase()}`)}.` }
    ] :
    [{ text: `${what} ` }, { text: time(end), style: 'strong' },
    { text: ' recorded, no mark reached.' }];
}
