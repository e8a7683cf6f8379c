// Many launches: what is kept by the filters, in which order, and what is said of them. Pure.
import { count, spoken, time, isoTime } from './words.js';

/** Fewer launches than this are listed, not summed up in a percentile. */
export const FEW = 5;

const BAD = new Set(['crashed', 'killed', 'hung']);
const SORTS = {
  time: (one) => Date.parse(isoTime(one.startedAt) ?? '') || null,
  app: (one) => one.app,
  version: (one) => one.version,
  kind: (one) => one.kind,
  reason: (one) => one.reason,
  screen: (one) => one.screen,
  firstFrame: (one) => one.marks?.firstFrame ?? ending(one),
  firstContent: (one) => one.marks?.firstContent ?? null,
  interactive: (one) => one.marks?.interactive ?? null,
  verdict: (one) => one.verdict,
  outcome: (one) => one.outcome,
};

/** Whether a launch ended by a crash, a kill or a hang. */
export const isDead = (launch) => BAD.has(launch.outcome);

/** Why a launch counts in no statistic, in words; empty if it counts. */
export const exclusion = (launch) => (launch.excluded ?? []).map(spoken).join(', ');

/** The launches that the filters keep. */
export function filter(launches, { q = '', kind = '', outcome = '' }) {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return launches.filter((one) => (!kind || one.kind === kind) &&
    (!outcome || (outcome === 'excluded' ? one.excluded?.length > 0 : one.outcome === outcome)) &&
    words.every((word) => haystack(one).includes(word)));
}

const haystack = (one) => [one.id, one.app, one.version, one.build, one.kind, one.reason, one
  .screen, one.verdict, one.outcome,
  one.diedIn, ...(one.excluded ?? []), ...(one.failed ?? [])
].filter(Boolean).join(' ').toLowerCase();

// In the order of a column, `time` or `-time` (downwards); what has no value comes last.
export function sort(launches, order = '-time') {
  const down = order.startsWith('-');
  const key = SORTS[order.replace('-', '')] ?? SORTS.time;
  const compare = (a, b) => (typeof a === 'number' ? a - b : String(a).localeCompare(String(b),
    'en', { numeric: true }));
  return launches.map((one, index) => [key(one), index, one]).sort(([a, i], [b, j]) => {
    if (a == null || b == null) return (a == null) - (b == null) || i - j;
    return (down ? -compare(a, b) : compare(a, b)) || i - j;
  }).map(([, , one]) => one);
}

/** The values that a filter can have, each with how many launches have it. */
export function choices(launches, name) {
  const counts = new Map();
  for (const one of launches)
    if (one[name]) counts.set(one[name], (counts.get(one[name]) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a.localeCompare(b));
}

/** The reasons for which launches are not counted, with how many have each. */
export function exclusions(launches) {
  const counts = new Map();
  for (const one of launches)
    for (const reason of one.excluded ?? []) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

/** How long a program took that shows no frame: until what was waited for, else its exit. */
export const ending = ({ marks = {} }) => (marks.firstFrame != null ? null : marks.until ?? marks
  .exit ?? null);

/** The middle of some numbers, by the mean of the middle two. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The sentence over the list, and what it rests on. */
export function overview(launches) {
  const strong = (text) => ({ text, style: 'strong' });
  const counted = launches.filter((one) => !one.excluded?.length && !isDead(one));
  const cold = counted.filter((one) => one.kind === 'cold' && one.marks?.firstFrame != null);
  const dead = launches.filter(isDead);
  const frames = cold.map((one) => one.marks.firstFrame);
  const sentence = frames.length >= FEW ?
    [{ text: 'A cold start shows its first frame after ' }, strong(time(median(frames))),
    { text: ' (median)' }] :
    frames.length ?
    [{ text: 'First frame of the cold starts: ' }, strong(frames.map((ns) => time(ns)).join(', ')),
      { text: frames.length > 1 ? ', too few for a median' : '' }
    ] :
    endings(counted) ?? [strong(count(launches.length, 'launch', 'launches')),
    { text: ', none of them counted with a first frame, a mark or an exit' }];
  if (dead.length) {
    const where = dead.find((one) => one.diedIn);
    sentence.push({ text: '; ' }, strong(count(dead.length, 'launch',
    'launches')), { text: ' died' });
    if (where) sentence.push({ text: dead.length > 1 ? ', one in ' : ' in ' }, { text: where.diedIn,
      style: 'task', launch: where.id });
  }
  sentence.push({ text: '.' });
  const programs = new Set(launches.map((one) => one.app).filter(Boolean));
  const versions = new Set(launches.map((one) => one.version).filter(Boolean));
  const evidence = [`${count(launches.length, 'launch', 'launches')} read`,
    `n = ${frames.length} counted cold starts`
  ];
  if (frames.length > 1) evidence.push(
    `from ${time(Math.min(...frames))} to ${time(Math.max(...frames))}`);
  evidence.push(count(programs.size, 'program'), count(versions.size, 'version'));
  return { sentence, evidence };
}

/** Of programs that show no frame, each with the median of how long it took. */
function endings(launches) {
  const times = new Map();
  for (const one of launches) {
    const took = ending(one);
    if (took != null) times.set(one.app, [...times.get(one.app) ?? [], took]);
  }
  const parts = [...times].slice(0, 3).flatMap(([app, took], i) => [{ text: i ? '; ' : '' },
    { text: app ?? 'a program', style: 'task' }, { text: ' takes ' },
    { text: time(median(took)), style: 'strong' }, { text: ` (median of ${took.length})` }]);
  if (!parts.length) return null;
  return times.size > 3 ? [...parts, { text: `; and ${times.size - 3} more programs` }] : parts;
}

// Up to where the strips of a list reach: long launches are cut off, so that others stay visible.
export function stripEnd(launches) {
  const ends = launches.filter((one) => !one.excluded?.length).map((one) => one.strip?.endNs ?? 0)
    .filter((ns) => ns > 0);
  if (!ends.length) return Math.max(1, ...launches.map((one) => one.strip?.endNs ?? 0));
  return Math.min(Math.max(...ends), median(ends) * 2.5);
}
