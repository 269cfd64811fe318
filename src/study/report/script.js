'use strict';
const rows = new Map([...document.querySelectorAll('.points tbody tr')].map(row => [row.id.slice(1), row]));
const heads = [...document.querySelectorAll('.points thead th')];
const marks = [...document.querySelectorAll('.mark')];
const tip = document.getElementById('tip');
const make = (name, text, parent) => {
  const made = document.createElement(name);
  made.textContent = text;
  parent.append(made);
  return made;
};

// The text of a mark's own title would come up beside ours.
for (const mark of marks) {
  const title = mark.querySelector('title');
  mark.setAttribute('aria-label', title.textContent);
  title.remove();
}

const plain = text => {
  const area = make('textarea', text, document.body);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
};
const copy = async text => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return plain(text);
  }
};
const copied = async (line, said) => {
  said.textContent = await copy(line) ? 'copied: ' + line : 'copy this line: ' + line;
};

// What the table shows of a point, in words.
const figures = row => [...row.cells].slice(1).map((cell, place) => [cell, heads[place + 1]])
  .filter(([cell, head]) => !cell.classList.contains('more') && !('parameter' in head.dataset) && cell.textContent)
  .map(([cell, head]) => `${head.querySelector('button').textContent} ${cell.textContent} ${head.querySelector('small').textContent}`.trim());

// Of the points at a mark's place the first are its own.
const own = mark => mark.dataset.points.split(' ').slice(0, Number(mark.dataset.own));

let shown = null;
const hot = (points, is) => {
  for (const point of points) rows.get(point)?.classList.toggle('hot', is);
  for (const mark of marks) {
    if (own(mark).some(point => points.includes(point))) mark.classList.toggle('hot', is);
  }
};
const hide = () => {
  if (shown) hot(shown.dataset.points.split(' '), false);
  shown = null;
  tip.hidden = true;
};
const show = mark => {
  if (shown === mark) return;
  hide();
  shown = mark;
  const points = mark.dataset.points.split(' ');
  hot(points, true);
  tip.replaceChildren();
  if (points.length > 1) make('p', `${points.length} points at this place`, tip);
  for (const point of points) {
    const row = rows.get(point);
    const line = make('button', row.dataset.set || 'the default machine', tip);
    line.type = 'button';
    line.onclick = () => copied(row.dataset.set, tip.querySelector('.said'));
    // Of many there is room for what decides.
    make('p', figures(row).slice(0, points.length > 1 ? 7 : undefined).join(' · '), tip);
  }
  make('p', points.length > 1 ? 'a click on a line copies it' : 'a click copies the line', tip).className = 'said';
  tip.hidden = false;
  const at = mark.querySelector('path').getBoundingClientRect();
  const [width, height] = [tip.offsetWidth, tip.offsetHeight];
  const left = Math.min(Math.max(8, at.left + at.width / 2 - width / 2), document.documentElement.clientWidth - width - 8);
  const below = at.bottom + 8 + height < innerHeight || at.top < height + 8;
  tip.style.left = left + scrollX + 'px';
  tip.style.top = (below ? at.bottom + 8 : at.top - height - 8) + scrollY + 'px';
};
const take = mark => {
  show(mark);
  const points = mark.dataset.points.split(' ');
  if (points.length === 1) copied(rows.get(points[0]).dataset.set, tip.querySelector('.said'));
};

let leaving = 0;
const stay = () => clearTimeout(leaving);
const leave = () => { leaving = setTimeout(hide, 250); };
tip.onmouseenter = stay;
tip.onmouseleave = leave;
for (const plot of document.querySelectorAll('svg.plot')) {
  const within = [...plot.querySelectorAll('.mark')];
  if (within.length) within[0].setAttribute('tabindex', '0');
  within.forEach((mark, place) => {
    mark.onmouseenter = () => { stay(); show(mark); };
    mark.onmouseleave = leave;
    mark.onfocus = () => { stay(); show(mark); };
    mark.onblur = event => { if (!tip.contains(event.relatedTarget)) leave(); };
    mark.onclick = () => take(mark);
    mark.onkeydown = event => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) within[(place + step + within.length) % within.length].focus();
      else if (event.key === 'Enter' || event.key === ' ') take(mark);
      else if (event.key === 'Escape') hide();
      else return;
      event.preventDefault();
    };
  });
}
document.addEventListener('click', event => {
  if (shown && !shown.contains(event.target) && !tip.contains(event.target)) hide();
});

// Sorts by a column: numbers as numbers, what is empty last.
const body = document.querySelector('.points tbody');
const key = (row, place) => {
  const cell = row.cells[place];
  const value = cell.dataset.value;
  return value === undefined ? cell.textContent : Number(value);
};
const order = (a, b) => {
  if (a === '' || b === '') return (a === '') - (b === '');
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true });
};
heads.forEach((head, place) => {
  const button = head.querySelector('button');
  if (!button) return;
  button.onclick = () => {
    const up = head.getAttribute('aria-sort') !== 'ascending';
    for (const other of heads) if (other.hasAttribute('aria-sort')) other.setAttribute('aria-sort', 'none');
    head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
    const sorted = [...body.rows].map(row => [key(row, place), row]);
    sorted.sort(([a], [b]) => a === '' || b === '' || up ? order(a, b) : order(b, a));
    body.append(...sorted.map(([, row]) => row));
  };
});

// A filter: a part of a text; of a number =8, >8, >=8, <8, <=8, 8..16, or 8 alone.
const accepts = (text, cell) => {
  const value = cell.dataset.value === undefined ? NaN : Number(cell.dataset.value);
  const range = text.match(/^(-?[\d.]+)\.\.(-?[\d.]+)$/);
  if (range) return value >= Number(range[1]) && value <= Number(range[2]);
  const compared = text.match(/^(<=|>=|<|>|=)?\s*(-?[\d.]+(?:e-?\d+)?)$/i);
  if (compared && !isNaN(value)) {
    const limit = Number(compared[2]);
    return { '<': value < limit, '<=': value <= limit, '>': value > limit, '>=': value >= limit }[compared[1]] ?? (value === limit || cell.textContent === compared[2]);
  }
  return cell.textContent.toLowerCase().includes(text.toLowerCase());
};
const filter = () => {
  const wanted = heads.map((head, place) => [head.querySelector('input')?.value.trim(), place]).filter(([text]) => text);
  let count = 0;
  for (const row of rows.values()) {
    row.hidden = !wanted.every(([text, place]) => accepts(text, row.cells[place]));
    count += !row.hidden;
  }
  document.getElementById('shown').textContent = count === rows.size ? `${count} points` : `${count} of ${rows.size} points`;
  for (const mark of marks) {
    mark.classList.toggle('out', own(mark).every(point => rows.get(point)?.hidden));
  }
};
for (const input of document.querySelectorAll('.points input')) input.oninput = filter;
document.getElementById('more').onchange = event => {
  document.querySelector('.points').classList.toggle('all', event.target.checked);
};
for (const button of document.querySelectorAll('.points .copy')) {
  const line = button.closest('tr').dataset.set;
  button.onclick = () => copied(line, document.getElementById('shown'));
}
