// How numbers and names are written. Pure: no document, no clock.

const MINUS = '\u2212';
const NARROW = '\u202f';

const GROUP_NAMES = { beforeFirstFrame: 'before first frame', deferred: 'deferred', lazy: 'lazy' };
const PHASE_NAMES = { processCreation: 'process creation',
appInitialization: 'app initialization' };

/** A length of time in nanoseconds, in the unit that reads best; a dash where there is none. */
export function time(ns) {
  if (ns == null || !Number.isFinite(ns)) return '–';
  const size = Math.abs(ns);
  const sign = ns < 0 ? MINUS : '';
  if (size === 0) return '0 ms';
  if (size < 1e3) return `${sign}${Math.round(size)} ns`;
  if (size < 99_500) return `${sign}${three(size / 1e3)} µs`;
  if (size < 999.5e6) return `${sign}${three(size / 1e6)} ms`;
  if (size < 59.95e9) return `${sign}${trim((size / 1e9).toFixed(2))} s`;
  return sign + age(size);
}

/** The same in milliseconds without the unit, for columns and bars. */
export function millis(ns) {
  if (ns == null || !Number.isFinite(ns)) return '–';
  return (ns < 0 ? MINUS : '') + three(Math.abs(ns) / 1e6);
}

/** How long ago something was, in its largest unit. */
export function age(ns) {
  if (ns == null || !Number.isFinite(ns)) return '–';
  const units = [
    ['d', 86_400e9],
    ['h', 3_600e9],
    ['min', 60e9],
    ['s', 1e9],
    ['ms', 1e6]
  ];
  const [unit, size] = units.find(([, each]) => ns >= each * 0.995) ?? ['ms', 1e6];
  return `${short(ns / size)} ${unit}`;
}

/** A number of bytes. */
export function bytes(count) {
  if (count < 1024) return `${count} B`;
  const power = Math.min(4, Math.floor(Math.log2(count) / 10));
  return `${short(count / 1024 ** power)} ${['B', 'KB', 'MB', 'GB', 'TB'][power]}`;
}

/** A value of a counter, an attribute or an argument, by the unit that its name ends in. */
export function value(name, given) {
  if (typeof given === 'boolean') return given ? 'yes' : 'no';
  if (typeof given !== 'number') return String(given);
  if (/bytes(read)?(at(Start|FirstFrame))?$/i.test(name)) return bytes(given);
  if (/(ns|nanoseconds)$/i.test(name)) return time(given);
  return grouped(Number.isInteger(given) ? String(given) : short(given));
}

/** A day and a second, in UTC. */
export function moment(startedAt) {
  const iso = isoTime(startedAt);
  return iso ? `${iso.slice(0, 10)} ${iso.slice(11, 19)}` : 'time unknown';
}

/** A time as ISO 8601, from that form or from nanoseconds since 1970 in decimal. */
export function isoTime(startedAt) {
  if (startedAt == null) return null;
  const text = String(startedAt);
  const date = new Date(/^-?\d+$/.test(text) ? Number(BigInt(text) / 1_000_000n) : text);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** `firstFrame` as people say it: *first frame*. */
export function spoken(name) {
  return PHASE_NAMES[name] ?? GROUP_NAMES[name] ??
    String(name ?? '').replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
}

/** `1 task`, `2 tasks`. */
export const count = (n, one, many = `${one}s`) => `${grouped(String(n))} ${n === 1 ? one : many}`;

/** The words of a sentence without its stress. */
export const plain = (parts) => parts.map((part) => part.text).join('');

// Three digits that mean something; none after the point of a whole number.
function three(x) {
  const digits = x < 9.995 ? 2 : x < 99.95 ? 1 : 0;
  return grouped(Number.isInteger(x) ? String(x) : x.toFixed(digits));
}

function short(x) {
  return grouped(x < 9.95 ? trim(x.toFixed(1)) : x.toFixed(0));
}

function trim(digits) {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}

function grouped(digits) {
  return digits.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, NARROW);
}
