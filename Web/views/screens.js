// What the person saw, as a small filmstrip: a wireframe at the moment at which it appeared.
import { age, spoken, time } from '../words.js';

const WIDTH = 27;
const HEIGHT = 46;

export function drawScreens(view) {
  const { pen, launch, place, from, to, x } = view;
  const y = place.bands.screens;
  pen.label(place, 'on screen', y);
  const events = launch.screens;
  const sections = new Set(events.map((event) => event.section));
  let reached = -Infinity;
  events.forEach((event, index) => {
    const px = Math.max(place.left, x(event.at));
    const next = events.slice(index + 1).find((one) => one.section === event.section);
    const ends = next ? next.at : launch.end;
    if (event.at > to || ends < from || px < reached) return;
    // Where two do not fit beside each other, the later one is what the person was left with.
    const successor = events[index + 1];
    if (successor && x(successor.at) < px + WIDTH + 2 && successor.at <= to) return;
    thumbnail(pen, event.shows, Math.min(px, place.width - WIDTH - 1), y);
    reached = px + WIDTH + 2;
    const following = events.slice(index + 1).find((one) => x(one.at) > px + 1);
    const room = Math.min(following ? x(following.at) : place.width, place.width) - reached - 4;
    const lines = [
      [650, sections.size > 1 && event.section !== 'screen' ?
        `${spoken(event.shows)}, ${event.section}` : spoken(event.shows)],
      [400, next ? `for ${time(next.at - event.at)}` : `from ${time(event.at)}`],
      [400, event.age != null ? `${age(event.age)} old` : ''],
    ];
    lines.forEach(([weight, words], row) => {
      pen.font(11, { weight });
      const cut = pen.fit(words, room);
      if (cut) pen.write(row ? 'ink-2' : 'ink', cut, reached + 3, y + 12 + row *
      14, { halo: true });
    });
  });
}

function thumbnail(pen, shows, x, y) {
  pen.fill('paper', x, y, WIDTH, HEIGHT);
  pen.outline(shows === 'error' ? 'bad' : 'ink-3', x, y, WIDTH, HEIGHT);
  if (shows === 'splash') {
    pen.outline('ink-2', x + 8, y + 17, 11, 11);
  } else if (shows === 'error') {
    pen.cross(x + WIDTH / 2, y + 20);
    pen.fill('bad', x + 6, y + 30, 15, 2);
  } else if (shows !== 'placeholder') {
    const [head, body] = { skeleton: ['rule-2', 'rule-2'], staleContent: ['ink-3', 'ink-3'] } [
      shows] ?? ['ink', 'ink'];
    pen.fill(head, x + 4, y + 5, 12, 2);
    for (const top of [11, 20, 29]) {
      pen.fill(body, x + 4, y + top, 6, 6);
      pen.fill(body, x + 12, y + top + 1, 11, 1.6);
      pen.fill(body, x + 12, y + top + 4, 7, 1.6);
    }
    if (shows === 'staleContent') {
      // A clock's hands: content from an earlier time.
      pen.line('ink', [x + 20, y + 36, x + 20, y + 40, x + 23, y + 40]);
    }
  }
}
