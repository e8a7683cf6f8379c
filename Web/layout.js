// Where things lie: rows of a track, windows of time, ticks. Pure.

/** How many rows one track may take; deeper spans are counted, not drawn. */
export const MAXIMUM_ROWS = 12;

/** Gives each span of each track a row: children under their parents, overlaps below each other. */
export function layOut(launch) {
  const byTrack = new Map(launch.tracks.map((track) => [track.id, { track, rows: [], hidden: 0 }]));
  for (const span of launch.spans) {
    const lane = byTrack.get(span.track);
    const free = lane.rows.findIndex((row) => endOf(row.at(-1), launch) <= span.start);
    if (free >= 0) lane.rows[free].push(span);
    else if (lane.rows.length < MAXIMUM_ROWS) lane.rows.push([span]);
    else lane.hidden += 1;
  }
  const lanes = [...byTrack.values()].filter((lane) => lane.rows.length);
  for (const lane of lanes) lane.waits = launch.waits.filter((wait) => wait.track === lane.track
    .id &&
    !lane.rows.flat().some((span) => span.category === 'wait' && span.start < wait.end && (span
      .end ?? launch.end) > wait.start));
  return lanes;
}

/** Where a span ends in the drawing; one that never ended reaches to the end of what was seen. */
export const endOf = (span, launch) => span.end ?? Math.max(launch.end, span.start + launch.end *
  0.01);

/** The spans of a row that a window shows: found by bisection, because a row never overlaps. */
export function within(row, from, to, launch) {
  let low = 0;
  let high = row.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (endOf(row[middle], launch) < from) low = middle + 1;
    else high = middle;
  }
  const first = low;
  while (low < row.length && row[low].start <= to) low += 1;
  return row.slice(first, low);
}

/** The window on opening: from zero to a fifth past the last moment that a person waits for. */
export function openingWindow(launch) {
  const last = ['interactive', 'firstContent', 'firstFrame']
    .map((name) => launch.marks.find((one) => one.name === name)).find(Boolean);
  const died = launch.died.length > 0;
  const to = last && !died ? Math.min(last.at * 1.2, Math.max(launch.end * 1.02, last.at * 1.05)) :
    wholeWindow(launch)[1];
  return [launch.first, Math.max(1, Math.round(to))];
}

/** The window that shows all of a launch, which is what the minimap shows. */
export const wholeWindow = (launch) => [launch.first, Math.max(1, Math.round(launch.first +
  (launch.end - launch.first) * 1.02))];

/** Keeps a window within the launch, and at least a microsecond wide. */
export function clampWindow(launch, from, to) {
  const whole = launch.end - launch.first;
  const width = Math.min(Math.max(to - from, 1000), whole * 1.1);
  const start = Math.min(Math.max(from, launch.first - whole * 0.04), launch.first + whole * 1.08 -
    width);
  return [Math.round(start), Math.round(start + width)];
}

/** The window after a key, or null if the key moves none. */
export function keyWindow(key, [from, to]) {
  const width = to - from;
  switch (key) {
    case 'w':
      return [from + width / 5, to - width / 5];
    case 's':
      return [from - width / 3, to + width / 3];
    case 'a':
    case 'ArrowLeft':
      return [from - width / 6, to - width / 6];
    case 'd':
    case 'ArrowRight':
      return [from + width / 6, to + width / 6];
    default:
      return null;
  }
}

/** The window about one span, with room at both sides. */
export function aboutSpan(launch, span) {
  const end = endOf(span, launch);
  const room = Math.max((end - span.start) * 0.3, 1000);
  return clampWindow(launch, span.start - room, end + room);
}

/** Round times between two, at most about as many as asked for. */
export function ticks(from, to, many) {
  const rough = (to - from) / Math.max(1, many);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const found = [];
  for (let at = Math.ceil(from / step) * step; at <= to && found.length < 200; at += step) found
    .push(at);
  return found;
}
