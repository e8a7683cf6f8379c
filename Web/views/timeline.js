// The drawing of one launch with its minimap: what the pointer does, and when it is drawn again.
import { aboutSpan, clampWindow, keyWindow, layOut, openingWindow, wholeWindow } from
  '../layout.js';
import { h } from '../dom.js';
import { idleShare } from '../model.js';
import { spoken, time } from '../words.js';
import { arrange, paint } from './paint.js';
import { palette, penFor } from './pen.js';

const MAP = 34;

/** `changed({window, selected})` is called after the person moved either. */
export function timeline(launch, state, changed) {
  const lanes = layOut(launch);
  const opening = openingWindow(launch);
  state.window ??= opening;
  const map = h('canvas.map', { 'aria-hidden': 'true' });
  const canvas = h('canvas.lanes', { role: 'img', 'aria-label': description(launch, lanes) });
  const element = h('div.timeline', map, canvas);
  let view = null;
  let colours = null;
  let queued = false;
  let frames = 0;

  const draw = () => {
    queued = false;
    const width = Math.floor(element.clientWidth);
    if (!width || !element.isConnected) return;
    colours ??= palette();
    const place = arrange(launch, lanes, width);
    view = paint(penFor(canvas, width, place.height, colours), launch, place, state);
    drawMap(penFor(map, width, MAP, colours), launch, lanes, place, state.window);
    frames += 1;
    Object.assign(canvas.dataset, { frames, drawn: view.boxes.length, from: state.window[0],
      to: state.window[1] });
  };
  const repaint = () => { if (!queued) { queued = true;
      requestAnimationFrame(draw); } };
  const setWindow = (window) => { state.window = clampWindow(launch, ...window);
    repaint();
    changed(); };
  const select = (span) => { state.selected = span;
    repaint();
    changed(); };
  const reveal = (span) => {
    const [from, to] = state.window;
    if (span && (span.start > to || (span.end ?? launch.end) < from)) {
      const middle = span.start + (span.duration ?? 0) / 2;
      setWindow([middle - (to - from) / 2, middle + (to - from) / 2]);
    }
  };

  new ResizeObserver(repaint).observe(element);
  listen(canvas, map, { launch, state, setWindow, select, current: () => view });
  return {
    element,
    repaint,
    select: (span) => { select(span);
      reveal(span); },
    recolour: () => { colours = null;
      repaint(); },
    zoom: (key) => { const next = keyWindow(key, state.window); if (next) setWindow(
      next); return next != null; },
    fit: () => {
      const about = state.selected ? aboutSpan(launch, state.selected) : null;
      const isThere = about && about.every((at, i) => at === state.window[i]);
      setWindow(about && !isThere ? about : opening);
    },
    all: () => setWindow(wholeWindow(launch)),
  };
}

/** Told to those who do not see the drawing; the tables under it hold the rest. */
function description(launch, lanes) {
  const marks = launch.marks.map((mark) => `${spoken(mark.name)} at ${time(mark.at)}`).join(', ');
  const size = `${launch.spans.length} spans on ${lanes.length} tracks`;
  return `Waterfall: ${size}. ${marks || 'No mark was reached'}.`;
}

const isWaiting = (span) => span.duration != null && span.outcome !== 'failed' &&
  (['wait', 'io'].includes(span.category) || idleShare(span) > 0.5);

function mapRole(span) {
  if (span.duration == null || span.outcome === 'failed') return 'bad';
  if (span.category === 'process') return 'ink-3';
  return { deferred: 'deferred', lazy: 'lazy' }[span.group] ?? 'before';
}

function drawMap(pen, launch, lanes, place, [from, to]) {
  const [first, last] = wholeWindow(launch);
  const x = (ns) => place.left + ((ns - first) / (last - first)) * (place.right - place.left);
  pen.fill('sunk', place.left, 0, place.right - place.left, MAP);
  if (!place.narrow) {
    pen.font(12);
    pen.write('ink-2', 'all', 0, 14);
    pen.font(11);
    pen.write('ink-3', time(launch.end - launch.first), 0, 28);
  }
  const step = Math.min(6, (MAP - 6) / Math.max(1, lanes.length));
  lanes.forEach((lane, index) => {
    let reached = -Infinity;
    const y = 3 + index * step;
    for (const span of lane.rows[0]) {
      const [a, b] = [x(span.start), x(span.end ?? launch.end)];
      if (b < reached + 0.8) continue;
      reached = b;
      const [width, height] = [Math.max(1, b - a), Math.max(1, step - 1)];
      if (isWaiting(span)) pen.hatch(a, y, width, height, false);
      else pen.fill(mapRole(span), a, y, width, height);
    }
  });
  for (const mark of launch.marks) pen.line('ink-3', [x(mark.at), 0, x(mark.at), MAP]);
  const [a, b] = [Math.max(place.left, x(from)), Math.min(place.right, x(to))];
  pen.c.globalAlpha = 0.6;
  pen.fill('paper', place.left, 0, Math.max(0, a - place.left), MAP);
  pen.fill('paper', b, 0, Math.max(0, place.right - b), MAP);
  pen.c.globalAlpha = 1;
  pen.outline('ink-2', a, 0, b - a, MAP);
  pen.line('ink-2', [a + 1, 10, a + 1, MAP - 10], { thick: 3 });
  pen.line('ink-2', [b - 1, 10, b - 1, MAP - 10], { thick: 3 });
}

function listen(canvas, map, { launch, state, setWindow, select, current }) {
  const spot = (event, element) => {
    const box = element.getBoundingClientRect();
    const scale = element.clientWidth / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  };
  const hit = (event) => {
    const [x, y] = spot(event, canvas);
    const found = current()?.boxes.filter((box) => y >= box.y - 1 && y <= box.y + box.height +
      2 &&
      x >= box.x - 2 && x <= box.x + Math.max(2, box.width) + 2);
    return found?.at(-1)?.span ?? null;
  };
  let drag = null;
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button === 0) drag = { x: spot(event, canvas)[0], window: state.window,
      moved: false };
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!drag) {
      const span = hit(event);
      canvas.title = span ?
        `${span.name}, ${span.duration == null ? 'did not finish' : time(span.duration)}` : '';
      canvas.classList.toggle('over', span != null);
      return;
    }
    const { place } = current();
    const by = spot(event, canvas)[0] - drag.x;
    if (!drag.moved && Math.abs(by) < 5) return;
    if (!drag.moved) canvas.setPointerCapture(event.pointerId);
    drag.moved = true;
    const [from, to] = drag.window;
    const ns = (by / (place.right - place.left)) * (to - from);
    setWindow([from - ns, to - ns]);
  });
  canvas.addEventListener('pointerup', (event) => {
    if (drag && !drag.moved) select(hit(event));
    drag = null;
  });
  canvas.addEventListener('pointercancel', () => { drag = null; });
  canvas.addEventListener('wheel', (event) => {
    const { place } = current();
    const [from, to] = state.window;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const share = (spot(event, canvas)[0] - place.left) / (place.right - place.left);
      const factor = Math.exp(Math.max(-60, Math.min(60, event.deltaY)) / 200);
      const middle = from + share * (to - from);
      setWindow([middle - (middle - from) * factor, middle + (to - middle) * factor]);
    } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      const ns = (event.deltaX / (place.right - place.left)) * (to - from);
      setWindow([from + ns, to + ns]);
    }
  }, { passive: false });
  const jump = (event) => {
    const { place } = current();
    const share = (spot(event, map)[0] - place.left) / (place.right - place.left);
    const [first, last] = wholeWindow(launch);
    const middle = first + share * (last - first);
    const half = (state.window[1] - state.window[0]) / 2;
    setWindow([middle - half, middle + half]);
  };
  map.addEventListener('pointerdown', (event) => { map.setPointerCapture(event.pointerId);
    jump(event); });
  map.addEventListener('pointermove', (event) => { if (map.hasPointerCapture(event.pointerId)) jump(
      event); });
}
