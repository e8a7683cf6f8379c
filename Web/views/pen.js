// A pen for one canvas: the page's colours by role, text that fits, hatching, torn edges.

const ROLES = ['paper', 'sunk', 'ink', 'ink-2', 'ink-3', 'rule', 'rule-2', 'hatch', 'before',
  'before-tint', 'deferred',
  'deferred-tint', 'lazy', 'lazy-tint', 'system', 'on', 'bad', 'bad-tint', 'focus'
];

/** The colours of the page as it is now, light or dark. */
export function palette() {
  const probe = document.createElement('i');
  document.body.append(probe);
  const colours = {};
  for (const role of ROLES) {
    probe.style.color = `var(--${role})`;
    colours[role] = getComputedStyle(probe).color;
  }
  colours.font = getComputedStyle(document.body).fontFamily;
  probe.remove();
  return colours;
}

/** Sizes a canvas in CSS pixels and gives back its pen. */
export function penFor(canvas, width, height, colours) {
  const ratio = Math.min(devicePixelRatio || 1, 3);
  const [w, hgt] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== hgt) {
    canvas.width = w;
    canvas.height = hgt;
  }
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const c = canvas.getContext('2d');
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  c.clearRect(0, 0, width, height);
  return new Pen(c, colours);
}

export class Pen {
  constructor(context, colours) {
    this.c = context;
    this.colours = colours;
    this.widths = new Map();
    this.pattern = hatching(context, colours.hatch);
  }

  colour(role) { return this.colours[role] ?? role; }

  fill(role, x, y, width, height) {
    this.c.fillStyle = this.colour(role);
    this.c.fillRect(x, y, width, height);
  }

  outline(role, x, y, width, height, { dash = [], thick = 1 } = {}) {
    this.c.strokeStyle = this.colour(role);
    this.c.lineWidth = thick;
    this.c.setLineDash(dash);
    this.c.strokeRect(x + 0.5, y + 0.5, Math.max(0.5, width - 1), height - 1);
    this.c.setLineDash([]);
  }

  /** A line through points `[x, y, x, y, …]`. */
  line(role, points, { dash = [], thick = 1 } = {}) {
    const { c } = this;
    c.strokeStyle = this.colour(role);
    c.lineWidth = thick;
    c.setLineDash(dash);
    c.beginPath();
    for (let i = 0; i < points.length; i += 2) c.lineTo(points[i], points[i + 1]);
    c.stroke();
    c.setLineDash([]);
  }

  hatch(x, y, width, height, hasOutline = true) {
    this.fill('paper', x, y, width, height);
    this.c.fillStyle = this.pattern;
    this.c.fillRect(x, y, width, height);
    if (hasOutline) this.outline('hatch', x, y, width, height);
  }

  /** A bar whose right edge is torn off: it never ended. */
  torn(fill, stroke, x, y, width, height) {
    const { c } = this;
    const right = x + width;
    const tooth = height / 4;
    c.beginPath();
    c.moveTo(x + 0.5, y + 0.5);
    c.lineTo(right - 3, y + 0.5);
    for (let i = 1; i <= 4; i += 1) c.lineTo(right - (i % 2 ? 0 : 4), y + Math.min(height - 0.5,
      i * tooth));
    c.lineTo(x + 0.5, y + height - 0.5);
    c.closePath();
    c.fillStyle = this.colour(fill);
    c.fill();
    c.strokeStyle = this.colour(stroke);
    c.lineWidth = 1;
    c.stroke();
  }

  cross(x, y) {
    this.line('bad', [x - 3, y - 3, x + 3, y + 3], { thick: 1.6 });
    this.line('bad', [x - 3, y + 3, x + 3, y - 3], { thick: 1.6 });
  }

  font(size = 11, { weight = 400, italic = false } = {}) {
    this.c.font = `${italic ? 'italic ' : ''}${weight} ${size}px ${this.colours.font}`;
  }

  measure(words) {
    const key = this.c.font + words;
    let width = this.widths.get(key);
    if (width == null) {
      width = this.c.measureText(words).width;
      this.widths.set(key, width);
    }
    return width;
  }

  /** Writes on one base line; `align` start, end or center; `halo` clears what is behind. */
  write(role, words, x, y, { align = 'start', halo = false } = {}) {
    const { c } = this;
    c.textAlign = align;
    if (halo) {
      c.strokeStyle = this.colour('paper');
      c.lineWidth = 4;
      c.lineJoin = 'round';
      c.strokeText(words, x, y);
    }
    c.fillStyle = this.colour(role);
    c.fillText(words, x, y);
    c.textAlign = 'start';
  }

  /** The name of a lane: in the gutter, or above the lane where there is none. */
  label(place, words, y, more = '') {
    this.font(12);
    if (place.narrow) {
      this.write('ink-2', more ? `${words} · ${more}` : words, 0, y - 4, { halo: true });
      return;
    }
    this.write('ink-2', this.fit(words, place.left - 12), 0, y + 13);
    this.font(11);
    if (more) this.write('ink-3', this.fit(more, place.left - 8), 0, y + 27);
  }

  /** The words cut to a width, or nothing where not even three letters fit. */
  fit(words, width) {
    if (width < 14) return '';
    if (this.measure(words) <= width) return words;
    let [low, high] = [0, words.length];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.measure(`${words.slice(0, middle)}…`) <= width) low = middle;
      else high = middle - 1;
    }
    return low > 2 ? `${words.slice(0, low).trimEnd()}…` : '';
  }
}

function hatching(context, colour) {
  const tile = document.createElement('canvas');
  tile.width = 6;
  tile.height = 6;
  const c = tile.getContext('2d');
  c.strokeStyle = colour;
  c.lineWidth = 1;
  for (const shift of [-6, 0, 6]) {
    c.beginPath();
    c.moveTo(shift, 6);
    c.lineTo(shift + 6, 0);
    c.stroke();
  }
  return context.createPattern(tile, 'repeat');
}
