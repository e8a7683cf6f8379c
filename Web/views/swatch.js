// Small samples of the drawing for text, tables and the legend; and one launch on one line.
import { h, s } from '../dom.js';
import { spoken } from '../words.js';

const box = (kind, more = {}) => s('rect', { class: kind, x: 0.5, y: 0.5, width: 17, height: 9, ...
  more });

const SAMPLES = {
  path: () => [s('rect', { class: 'fill-before', width: 18, height: 7 }), s(
  'path', { class: 'ink-line', d: 'M0 9h18' })],
  beforeFirstFrame: () => box('fill-before-tint'),
  deferred: () => box('fill-deferred-tint line-deferred'),
  lazy: () => box('fill-lazy-tint line-lazy', { 'stroke-dasharray': '3 2' }),
  wait: () => hatched(0.5, 0.5, 17, 9),
  failed: () => [box('fill-bad-tint line-bad'), s('path', { class: 'line-bad',
    d: 'M6 2l6 6m0-6l-6 6' })],
  unfinished: () => s('path', { class: 'fill-bad-tint line-bad',
    d: 'M.5.5H17l-3 2.2 3 2.3-3 2.3 3 2.2H.5Z' }),
  process: () => box('fill-system'),
  creation: () => box('fill-ink-3'),
  outside: () => box('fill-rule-2'),
  work: () => box('fill-before'),
  firstContent: () => s('circle', { class: 'hollow', cx: 9, cy: 5, r: 3 }),
  interactive: () => s('path', { class: 'ink-line', d: 'M9 0v10' }),
};

export const swatch = (kind) => s('svg.swatch', { width: 18, height: 10, 'aria-hidden': 'true' },
  SAMPLES[kind]?.() ?? box('fill-before-tint'));

export const legend = (kinds, note) => h('p.legend', kinds.map(([kind, name]) => h('span', swatch(
  kind), ' ', name ?? spoken(kind))), note && h('span', note));

/** Hatching without a pattern id, so that a drawing stands alone. */
function hatched(x, y, width, height) {
  let d = '';
  for (let at = x - height; at < x + width; at += 5) {
    const [from, to] = [Math.max(at, x), Math.min(at + height, x + width)];
    if (to > from) d += `M${from} ${y + height - (from - at)}L${to} ${y + height - (to - at)}`;
  }
  return [s('rect', { class: 'fill-paper line-hatch', x, y, width, height }), s(
  'path', { class: 'line-hatch', d })];
}

// One launch on one line: creation grey, work blue, waiting hatched, then the later moments.
export function strip(launch, width, end) {
  const { strip: shown, marks = {} } = launch;
  if (!shown?.segments?.length) return null;
  const room = width - 10;
  const x = (ns) => Math.min(room, Math.max(0, (ns / end) * room));
  const last = Math.max(...['firstFrame', 'firstContent', 'interactive'].map((name) => marks[
    name] ?? 0), shown.endNs ?? 0);
  const dead = ['crashed', 'killed', 'hung'].includes(launch.outcome);
  return s('svg.strip', { width, height: 13, viewBox: `0 0 ${width} 13`, 'aria-hidden': 'true' },
    s('path', { class: 'line-rule', d: `M0 6.5H${x(last)}` }),
    shown.segments.map(([kind, from, to]) => {
      const [a, b] = [x(from), x(to)];
      if (b - a < 0.3) return null;
      if (kind === 'wait') return hatched(a, 3, Math.max(1, b - a - 0.6), 7);
      return s('rect', { class: kind === 'creation' ? 'fill-ink-3' : 'fill-before', x: a, y: 3,
        width: Math.max(1, b - a - 0.6), height: 7 });
    }),
    marks.firstContent != null && marks.firstContent <= end && s('circle', { class: 'hollow',
      cx: x(marks.firstContent), cy: 6.5, r: 2.8 }),
    marks.interactive != null && marks.interactive <= end && s('path', { class: 'ink-line',
      d: `M${x(marks.interactive)} 2v9` }),
    dead && s('path', { class: 'line-bad thick', d: `M${x(shown.endNs) - 3} 3.5l6 6m0-6l-6 6` }),
    last > end && s('path', { class: 'ink-line',
      d: `M${width - 9} 2l4 4.5-4 4.5m4-9l4 4.5-4 4.5` }));
}
