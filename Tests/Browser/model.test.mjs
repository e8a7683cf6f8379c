import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { clampWindow, layOut, openingWindow, ticks, within } from '../../Web/layout.js';
import { defaultSelection, findSelection, idleShare, ownTime, pathSum, readLaunch, search,
  selectionKey, whyChain } from '../../Web/model.js';
import { filter, median, overview, sort } from '../../Web/population.js';
import { age, bytes, isoTime, millis, plain, spoken, time } from '../../Web/words.js';

const load = (name) => readLaunch(JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import
  .meta.url))));
const named = (launch, name) => launch.spans.find((span) => span.name === name);

test('times are written in the unit that reads best', () => {
  assert.deepEqual([0, 40_000, 1_500_000, 212e6, 1.234e9, -3e6, null].map(time),
    ['0 ms', '40 µs', '1.50 ms', '212 ms', '1.23 s', '−3 ms', '–']);
  assert.equal(time(120e9), '2 min');
  assert.deepEqual([9_440_000, 9_996_000, 28_400_000, 3e6].map(millis), ['9.44', '10.0', '28.4',
    '3'
  ]);
  assert.equal(age(9 * 86_400e9), '9 d');
  assert.equal(bytes(868_352), '848 KB');
  assert.equal(spoken('beforeFirstFrame'), 'before first frame');
});

test('a start is read from nanoseconds without losing its digits, and from ISO', () => {
  assert.equal(isoTime('1796000000123456789'), new Date(1796000000123).toISOString());
  assert.equal(isoTime('2026-12-01T08:12:00Z'), '2026-12-01T08:12:00.000Z');
  assert.equal(isoTime('nonsense'), null);
});

test('time within a task without a processor is waiting, and more than that is not known', () => {
  const span = { category: 'task', track: 't', start: 0, end: 100, duration: 100, args: { cpuNs:
      20 } };
  const launch = { spans: [span], waits: [] };
  assert.deepEqual(ownTime(launch, span), { work: 20, wait: 80, on: [
      'a disk, a lock, a sleep or its turn'] });
  assert.equal(idleShare(span), 0.8);
  assert.equal(idleShare({ ...span, args: {} }), 0);
  assert.equal(idleShare({ ...span, args: { cpuNs: 120 } }), 0);
  assert.equal(idleShare({ ...span, duration: null }), 0);
});

test('ids beyond 2^53 stay apart', () => {
  const launch = load('ordinary');
  assert.equal(launch.spanById.size, launch.spans.length);
});

test('waiting is told apart from work', () => {
  const launch = load('ordinary');
  const wait = named(launch, 'wait for cached feed');
  assert.equal(ownTime(launch, wait).work, 0);
  const worked = ownTime(launch, named(launch, 'open store'));
  assert.deepEqual([worked.work, worked.wait], [96e6, 0]);
});

test('the sum of the path is the time to its target', () => {
  const sum = pathSum(load('ordinary'));
  assert.equal(sum.total, 192e6);
  assert.equal(sum.parts.reduce((total, part) => total + part.length, 0), sum.total);
  for (const share of [0, 0.02, 0.1, 0.5]) {
    const { parts, shown } = pathSum(load('ordinary'), share);
    const added = parts.reduce((total, part) => total + Number(part.shown), 0);
    assert.equal(added.toFixed(1), shown);
  }
});

test('the chain of reasons ends at the screen', () => {
  const launch = load('ordinary');
  const task = launch.tasks.find((one) => one.name === 'open store');
  assert.deepEqual(whyChain(launch, task).map((one) => one.name), ['open store', 'cached feed',
    'home'
  ]);
});

test('a launch that died selects what was unfinished', () => {
  const launch = load('killed');
  assert.equal(defaultSelection(launch).duration, null);
  assert.ok(launch.died.some((span) => span.name === 'open store'));
});

test('a selection is found again by its track and its time', () => {
  const launch = load('ordinary');
  for (const span of launch.spans) assert.equal(selectionKey(findSelection(launch, selectionKey(
    span))), selectionKey(span));
  assert.equal(findSelection(launch, 'nonsense'), null);
});

test('no two spans of a row overlap, and a window shows exactly those that touch it', () => {
  const launch = load('ordinary');
  for (const lane of layOut(launch))
    for (const row of lane.rows) {
      row.forEach((span, i) => assert.ok(i === 0 || row[i - 1].end <= span.start));
      const seen = within(row, 50e6, 60e6, launch);
      assert.deepEqual(seen, row.filter((span) => span.end >= 50e6 && span.start <= 60e6));
    }
});

test('a window stays within the launch', () => {
  const launch = load('ordinary');
  const [from, to] = clampWindow(launch, -1e15, 1e15);
  assert.ok(from >= -launch.end && to <= 2 * launch.end && from < to);
  assert.ok(openingWindow(launch)[1] > 192e6);
  assert.ok(ticks(0, 1e9, 10).length <= 11);
});

test('a document that says nothing is read as nothing, not refused', () => {
  assert.equal(readLaunch({}), null);
  const launch = readLaunch({ traces: [{ launch: { id: 'x' }, spans: [{ startNs: 'a' },
      { startNs: 5, track: 't' }] }] });
  assert.equal(launch.spans.length, 1);
  assert.equal(launch.end >= 1, true);
  assert.deepEqual(search(launch, 'zebra'), []);
});

test('what has no value comes last in both directions', () => {
  const launches = [{ id: 'a', marks: {} }, { id: 'b', marks: { firstFrame: 2 } }, { id: 'c',
    marks: { firstFrame: 1 } }];
  assert.deepEqual(sort(launches, 'firstFrame').map((one) => one.id), ['c', 'b', 'a']);
  assert.deepEqual(sort(launches, '-firstFrame').map((one) => one.id), ['b', 'c', 'a']);
  assert.deepEqual(filter(launches, { q: 'B' }).map((one) => one.id), ['b']);
  assert.equal(median([4, 1, 3, 2]), 2.5);
});

test('too few launches are listed and not summed up', () => {
  const launches = [38e6, 28e6].map((ns) => ({ kind: 'cold', excluded: [],
    outcome: 'interactive', marks: { firstFrame: ns } }));
  assert.match(plain(overview(launches).sentence), /38 ms, 28 ms, too few/);
});
