// The drawing of one launch on a canvas: axis, marks, phases, screens, path, lanes.
import { endOf, ticks, within } from '../layout.js';
import { idleShare, isMostlyWaiting, pathSum, stepName, waitCause, WORTH_A_WORD } from
  '../model.js';
import { millis, spoken, time } from '../words.js';
import { drawScreens } from './screens.js';

const BAR = 18;
const STEP = 21;
const GAP = 9;
const GUTTER = 116;
const MARK_ROW = 15;

/** Where everything lies, from top to bottom, for one width. */
export function arrange(launch, lanes, width) {
  const narrow = width < 600;
  const left = narrow ? 0 : GUTTER;
  const title = narrow ? 16 : 0;
  const markRows = Math.min(3, Math.max(1, launch.marks.length));
  const more = (markRows - 1) * MARK_ROW;
  const top = { axis: 13, marks: 33, markRows, phases: 40 + more };
  let y = 62 + more;
  const bands = {};
  if (launch.screens.length) { bands.screens = y + title;
    y += title + 58; }
  if (launch.path.length) { bands.path = y + title;
    y += title + 42; }
  const rows = lanes.map((lane) => {
    const at = { lane, y: y + title + 4, height: lane.rows.length * STEP };
    y += title + 4 + at.height + GAP;
    return at;
  });
  return { width, narrow, left, right: width - (narrow ? 0 : 2), top, bands, rows, title,
    height: y + 2 };
}

/** Draws what a window shows; gives back the boxes that a pointer can hit, topmost last. */
export function paint(pen, launch, place, state) {
  const [from, to] = state.window;
  const x = (ns) => place.left + ((ns - from) / (to - from)) * (place.right - place.left);
  const view = { pen, launch, place, state, from, to, x, boxes: [], byId: new Map() };
  const marks = placeMarks(view);
  drawGrid(view);
  drawMarkLines(view, marks);
  drawPhases(view);
  if (place.bands.screens != null) drawScreens(view);
  if (place.bands.path != null) drawPath(view);
  for (const row of place.rows) drawLane(view, row);
  drawMarks(view, marks);
  drawPathLine(view);
  drawSelection(view);
  return view;
}

function drawGrid({ pen, place, from, to, x }) {
  pen.font(11);
  for (const at of ticks(from, to, (place.right - place.left) / 90)) {
    const px = Math.round(x(at)) + 0.5;
    pen.line('rule', [px, place.top.phases, px, place.height]);
    const words = at === 0 ? '0' : time(at);
    if (px + pen.measure(words) < place.width) pen.write('ink-3', words, px === place.left + 0.5 ?
      px : px + 3, place.top.axis);
  }
}

// The marks by how much they say, the target before all; those of the program's own come last.
const WEIGHT = ['interactive', 'firstContent', 'firstFrame', 'exit', 'until', 'started', 'draw'];

/**
 * Where each mark's words stand: left of its line, else right of it, in the first row that has
 * room. A line begins at its words' row, so it passes rows above it.
 */
function placeMarks({ pen, launch, place, from, to, x }) {
  const shown = launch.marks.filter((mark) => mark.at >= from && mark.at <= to && x(mark.at) >=
    place.left);
  const weight = ({ name }) => (name === launch.target ? -1 : (WEIGHT.indexOf(name) + 100) % 100);
  const order = [...shown].sort((a, b) => weight(a) - weight(b));
  const rows = Array.from({ length: place.top.markRows }, (_, row) => row);
  const placed = [];
  const isFree = (row, px, start, end) => start >= place.left && end <= place.width &&
    placed.every((other) => (other.row > row || other.px < start + 1 || other.px > end - 1) &&
      (other.row < row || !other.words || px < other.start + 1 || px > other.end - 1) &&
      (other.row !== row || !other.words || end + 6 < other.start || start - 6 > other.end));
  for (const mark of order) {
    const isTarget = mark.name === launch.target;
    const px = Math.round(x(mark.at)) + 0.5;
    pen.font(12, { weight: isTarget ? 650 : 400 });
    const words = `${spoken(mark.name)} ${time(mark.at)}`;
    const width = pen.measure(words);
    const spots = rows.flatMap((row) => [px - width - 4, px + 4].map((start) => ({ mark, px, row,
      words, start, end: start + width })));
    placed.push(spots.find(({ row, start, end }) => isFree(row, px, start, end)) ??
      { mark, px, row: place.top.markRows });
  }
  return placed;
}

function drawMarkLines({ pen, launch, place }, marks) {
  for (const { mark, px, row } of marks) {
    const isTarget = mark.name === launch.target;
    const top = Math.min(place.top.phases, place.top.marks - 12 + row * MARK_ROW);
    pen.line(isTarget ? 'ink' : 'ink-3', [px, top, px, place.height], { thick: isTarget ? 1.8 :
      1 });
  }
}

function drawMarks({ pen, launch, place }, marks) {
  for (const { mark, row, words, start } of marks) {
    if (!words) continue;
    const isTarget = mark.name === launch.target;
    pen.font(12, { weight: isTarget ? 650 : 400 });
    pen.write(isTarget ? 'ink' : 'ink-2', words, start, place.top.marks + row * MARK_ROW);
  }
}

function drawPhases({ pen, launch, place, x }) {
  pen.font(11);
  launch.phases.forEach((phase, index) => {
    const [a, b] = clip(place, x(phase.start), x(phase.end));
    if (b <= a) return;
    pen.fill(index % 2 ? 'sunk' : 'system', a, place.top.phases, Math.max(1, b - a - 1), BAR);
    const number = millis(phase.end - phase.start);
    const words = [`${spoken(phase.name)} ${number}`, number].find((one) => pen.measure(one) <
      b - a - 8);
    if (words) pen.write('ink', words, a + 5, place.top.phases + 13);
  });
}

/** The path as one bar, and under it as a sum. */
function drawPath({ pen, launch, place, x, boxes }) {
  const y = place.bands.path;
  pen.label(place, 'path', y);
  pen.font(11);
  for (const step of launch.path) {
    const [a, b] = clip(place, x(step.from), x(step.to));
    if (b <= a) continue;
    const width = Math.max(1, b - a - 1);
    const span = launch.spanById.get(step.span);
    const isWaiting = isMostlyWaiting(step);
    if (isWaiting) pen.hatch(a, y, width, BAR);
    else pen.fill(step.span == null ? 'rule-2' : span?.category === 'process' ? 'ink-3' :
      'before', a, y, width, BAR);
    const words = pen.fit(`${stepName(launch, step)} ${millis(step.to - step.from)}`, width - 9);
    if (words && isWaiting) plate(pen, words, a, width, y);
    else if (words) pen.write(step.span == null ? 'ink' : 'on', words, a + 5, y + 13);
    if (span) boxes.push({ x: a, y, width, height: BAR, span });
  }
  writeSum(pen, launch, place, y + BAR + 14);
}

function writeSum(pen, launch, place, y) {
  const room = place.width - place.left;
  const plus = place.narrow ? ' + ' : '  +  ';
  for (const share of [0.02, 0.05, 0.1, 0.2, 0.35, 0.5]) {
    const sum = pathSum(launch, share);
    const runs = sum.parts.flatMap((part, i) => [
      [i ? plus : '', 0],
      [`${place.narrow ? part.label.replace(' short ', ' ') : part.label} `, 0],
      [part.shown, 1]
    ]);
    runs.push([plus.replace('+', '='), 0], [`${sum.shown} ms`, 1]);
    const widths = runs.map(([words, bold]) => { pen.font(11, { weight: bold ? 650 :
        400 }); return pen.measure(words); });
    if (widths.reduce((a, b) => a + b, 0) > room && share < 0.5) continue;
    let at = place.left;
    runs.forEach(([words, bold], i) => {
      pen.font(11, { weight: bold ? 650 : 400 });
      pen.write(bold ? 'ink' : 'ink-2', words, at, y, { halo: true });
      at += widths[i];
    });
    return;
  }
}

function drawLane(view, row) {
  const { pen, place, launch, from, to } = view;
  const { lane } = row;
  pen.label(place, lane.track.name, row.y, lane.hidden ? `${lane.hidden} deeper, not drawn` : '');
  pen.line('rule', [0, row.y + row.height + 3.5, place.width, row.y + row.height + 3.5]);
  for (const wait of lane.waits) drawWait(view, wait, row.y, String(wait.on ?? '').replace(/^task:/,
    ''), null);
  lane.rows.forEach((spans, index) => {
    const y = row.y + index * STEP;
    const visible = within(spans, from, to, launch);
    let dense = -Infinity;
    visible.forEach((span, i) => {
      const [a, b] = clip(place, view.x(span.start), view.x(endOf(span, launch)));
      const chosen = span === view.state.selected || launch.pathIds.has(span.id);
      if (b < dense + 0.8 && !chosen) return;
      dense = b;
      const next = visible[i + 1];
      drawSpan(view, span, a, Math.max(1, b - a - (b - a > 3 ? 1 : 0)), y, next ? view.x(
        next.start) : place.width);
    });
  });
}

function drawSpan(view, span, a, width, y, free) {
  const { pen, launch, boxes, byId } = view;
  boxes.push({ x: a, y, width, height: BAR, span });
  byId.set(span.id, { x: a, y, width });
  if (span.category === 'wait') return drawWait(view, { start: span.start, end: endOf(span,
      launch) }, y, waitCause(span), span);
  const onPath = launch.pathIds.has(span.id);
  const failed = span.outcome === 'failed' || span.outcome === 'timedOut';
  const style = styleOf(span, onPath);
  let ink = style.ink;
  if (span.duration == null) {
    ink = 'bad';
    pen.torn('bad-tint', 'bad', a, y, width, BAR);
  } else if (failed) {
    ink = 'bad';
    pen.fill('bad-tint', a, y, width, BAR);
    pen.outline('bad', a, y, width, BAR);
  } else if (span.category === 'io' && !onPath) {
    pen.hatch(a, y, width, BAR);
  } else {
    pen.fill(style.fill, a, y, width, BAR);
    if (style.stroke && width > 2) pen.outline(style.stroke, a, y, width, BAR, { dash: style
      .dash });
  }
  const isHatched = span.category === 'io' && !onPath && !failed;
  const isPlated = isHatched || !failed && drawIdle(pen, span, a, width, y);
  pen.font(11, { weight: onPath ? 650 : 400 });
  if (failed && width > 9 && width < 30) pen.cross(a + width / 2, y + BAR / 2);
  const suffix = failed ? ' ✕ failed' : span.duration == null ? ' did not finish' : '';
  const goesOn = span.duration != null && span.end > view.to && width > 24;
  if (goesOn) pen.write(isPlated ? 'ink' : ink, '›', a + width - 8, y + 13, { halo: isPlated });
  const inside = pen.fit(span.name + suffix, width - (goesOn ? 17 : 9));
  if (inside.length > 4 || inside === span.name) {
    if (isPlated) plate(pen, inside, a, width, y, true);
    else pen.write(ink, inside, a + 5, y + 13);
  } else {
    pen.font(11);
    const words = span.name + suffix;
    if (pen.measure(words) < Math.min(free, view.place.width) - a - width - 10) {
      pen.write(suffix ? 'bad' : 'ink-2', words, a + width + 5, y + 13, { halo: true });
    }
  }
}

/** The waiting within a task, as a part of its height: when it was is not known. */
function drawIdle(pen, span, a, width, y) {
  const share = idleShare(span);
  if (share < WORTH_A_WORD) return false;
  const height = Math.max(4, Math.min(BAR - 2, Math.round(BAR * share)));
  pen.hatch(a, y + BAR - height, width, height);
  return height > 6;
}

function styleOf(span, onPath) {
  if (span.category === 'process') return { fill: onPath ? 'ink-3' : 'system', ink: onPath ? 'on' :
      'ink' };
  const group = span.group ?? (span.category === 'task' ? 'beforeFirstFrame' : null);
  if (group === 'deferred') return { fill: onPath ? 'deferred' : 'deferred-tint',
    stroke: 'deferred', ink: onPath ? 'on' : 'ink' };
  if (group === 'lazy') return { fill: onPath ? 'lazy' : 'lazy-tint', stroke: 'lazy', dash: [3, 2],
    ink: onPath ? 'on' : 'ink' };
  return { fill: onPath ? 'before' : 'before-tint', ink: onPath ? 'on' : 'ink' };
}

function drawWait({ pen, x, place }, wait, y, on) {
  const [a, b] = clip(place, x(wait.start), x(wait.end));
  if (b <= a) return;
  pen.hatch(a, y, Math.max(1, b - a - 1), BAR);
  const number = time(wait.end - wait.start);
  pen.font(11, { italic: true });
  const words = [`waits for ${on} ${number}`, `waits ${number}`, number].find((one) => pen.measure(
    one) < b - a - 16);
  if (words) plate(pen, words, a, b - a - 1, y);
}

/** Words in the middle of a hatched bar, or at its left, on paper. */
function plate(pen, words, x, width, y, isLeft = false) {
  const size = pen.measure(words);
  const start = isLeft ? x + 5 : x + (width - size) / 2;
  pen.fill('paper', start - 3, y + 2, size + 6, BAR - 4);
  pen.write('ink-2', words, start, y + 13);
}

/** One line along the bars that set the target, stepping where one lane releases another. */
function drawPathLine({ pen, launch, place, x, byId, from, to }) {
  const points = [];
  for (const step of launch.path) {
    const box = byId.get(step.span);
    if (!box || step.to < from || step.from > to) continue;
    const y = box.y + BAR + 1;
    const [a, b] = clip(place, x(step.from), x(step.to));
    points.push(a, y, b, y);
  }
  if (points.length) pen.line('ink', points, { thick: 2.2 });
}

function drawSelection({ pen, launch, state, byId }) {
  const { selected } = state;
  const box = selected && byId.get(selected.id);
  if (!box) return;
  for (const id of selected.task?.needs ?? []) {
    const needed = launch.spans.find((span) => span.task?.id === id && byId.has(span.id));
    if (needed) connect(pen, byId.get(needed.id), box);
  }
  for (const { from, to } of launch.flows) {
    if (from !== selected && to !== selected || !byId.has(from.id) || !byId.has(to.id)) continue;
    connect(pen, byId.get(from.id), byId.get(to.id));
  }
  pen.outline('paper', box.x - 3, box.y - 3, Math.max(8, box.width + 6), BAR + 6, { thick: 4 });
  pen.outline('focus', box.x - 3, box.y - 3, Math.max(8, box.width + 6), BAR + 6, { thick: 2 });
}

function connect(pen, from, to) {
  const [x1, y1, x2, y2] = [from.x + from.width, from.y + BAR / 2, to.x - 3, to.y + BAR / 2];
  if (x2 - x1 < 4) return;
  const { c } = pen;
  const bend = Math.max(8, (x2 - x1) / 2);
  c.strokeStyle = pen.colour('focus');
  c.lineWidth = 1;
  c.beginPath();
  c.moveTo(x1, y1);
  c.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2);
  c.stroke();
}

function clip(place, a, b) {
  return [Math.max(place.left, a), Math.min(place.right, b)];
}
