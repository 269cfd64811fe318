"use strict";
const by = (id) => document.getElementById(id);
/** Pixels of a timetable, as those of lanebeat schedule, and cycles that one shows around a step. */
const [CYCLE, ROW, AXIS, BEFORE, AFTER] = [40, 30, 20, 8, 24];
/** Threads of a warp, and what a trace shows and looks at. */
const [WARP, SHOWN, SEEN] = [32, 40, 5000];
/** Lines of the program that are on the page at once. */
const LISTED = 400;
const XML = "http://www.w3.org/2000/svg";
let data, threads, lines, steps, count, masks, waves, machines;
/** Instructions that were executed, and the word that is traced. */
let place = 0;
let picked = null;
let format = "decimal";
/** Lines of the program on the page by number, that of the instruction, and those that a trace marks. */
const listed = new Map();
let runs = new Set();
let current = null;
let marked = [];
/** Height of the largest picture, so that what is below keeps its place. */
let tallest = 0;

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function shape(name, attributes, ...children) {
  const made = document.createElementNS(XML, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const range = (from, to) => Array.from({ length: to - from }, (_, number) => from + number);
const many = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** `1, 4–7` */
function numbers(list) {
  const parts = [];
  for (const number of [...list].sort((a, b) => a - b)) {
    const last = parts.at(-1);
    if (last && last[1] + 1 === number) last[1] = number;
    else parts.push([number, number]);
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
}

/** `file 0–3, lanes` */
function joined(names) {
  const parts = names.map((name) => /^(.*?)(?: (\d+))?$/.exec(name));
  const stems = [...new Set(parts.map(([, stem]) => stem))];
  const own = (stem) => parts.filter(([, other, number]) => other === stem && number).map(([, , number]) => Number(number));
  return stems.map((stem) => `${stem} ${numbers(own(stem))}`.trim()).join(", ");
}

/** A register, a predicate or EXEC of a wave: what each write left, and which step wrote each thread last. */
class Entry {
  static count = 0;

  constructor(wave, name, values) {
    Object.assign(this, { wave, name, isWord: name.startsWith("R"), number: Entry.count++ });
    Object.assign(this, { writes: [-1], values: [values], writers: [new Int32Array(threads).fill(-1)] });
  }

  write(step, written, values) {
    const [value, writer] = [this.values.at(-1).slice(), this.writers.at(-1).slice()];
    written.forEach((isWritten, thread) => {
      if (!isWritten) return;
      value[thread] = values[thread];
      writer[thread] = step;
    });
    this.writes.push(step);
    this.values.push(value);
    this.writers.push(writer);
  }

  /** The place of the last write up to `step`. */
  at(step) {
    let [low, high] = [0, this.writes.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.writes[middle] <= step) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  value(step, thread) {
    return this.values[this.at(step)][thread];
  }
}

async function load() {
  const packed = Uint8Array.from(atob(by("data").textContent.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  data = await new Response(stream).json();
  ({ threads, lines, steps } = data);
  count = steps.wave.length;
  masks = data.masks.map((hex) => Uint32Array.from(range(0, threads), (thread) =>
    (parseInt(hex.at(-1 - (thread >> 2)), 16) >> (thread & 3)) & 1));
  read();
  machines = data.machines.map(timed);
  build();
  const asked = /^#(\d+)$/.exec(location.hash);
  go(asked ? Number(asked[1]) : 1);
}

/** Words of the threads that `written` names, from their differences. */
function words(digits, written) {
  const list = new Uint32Array(threads);
  let [word, at] = [0, 0];
  written.forEach((isWritten, thread) => {
    if (!isWritten) return;
    word = (word + parseInt(digits.slice(at, at + 8), 16)) >>> 0;
    list[thread] = word;
    at += 8;
  });
  return list;
}

/** Fills every entry of every wave, write by write. */
function read() {
  const everyone = new Uint32Array(threads).fill(1);
  waves = new Map(data.waves.map(({ wave, exec, registers, masks: bits }) => {
    const held = [["EXEC", masks[exec]], ...bits.map(([name, mask]) => [name, masks[mask]]),
      ...registers.map(([name, digits]) => [name, words(digits, everyone)])];
    const entries = new Map(held.map(([name, values]) => [name, new Entry(wave, name, values)]));
    return [wave, { number: wave, entries, steps: [], exec }];
  }));
  range(0, count).forEach((step) => {
    const [wave, line] = [waves.get(steps.wave[step]), lines[steps.line[step]]];
    const written = masks[steps.written[step]];
    wave.steps.push(step);
    if (steps.words[step] !== null) wave.entries.get(line.register).write(step, written, words(steps.words[step], written));
    if (steps.bits[step] !== null) wave.entries.get(line.mask).write(step, written, masks[steps.bits[step]]);
    if (steps.exec[step] !== wave.exec) wave.entries.get("EXEC").write(step, everyone, masks[steps.exec[step]]);
    wave.exec = steps.exec[step];
  });
}

// ---- words

const float = new DataView(new ArrayBuffer(4));
const SHOW = {
  hex: (word) => word.toString(16).padStart(8, "0"),
  decimal: (word) => String(word),
  float: (word) => {
    float.setUint32(0, word);
    const number = float.getFloat32(0);
    return Number.isInteger(number) && Math.abs(number) < 1e6 ? `${number}.0` : String(Number(number.toPrecision(5)));
  },
  binary: (word) => word.toString(2).padStart(32, "0"),
};
const shown = (entry, value) => (entry.isWord ? SHOW[format](value) : String(value));

/** Letters that the widest word needs. */
function letters() {
  if (format !== "decimal") return { hex: 8, float: 10, binary: 8 }[format];
  let most = 0;
  for (const wave of waves.values()) {
    for (const entry of wave.entries.values()) {
      if (entry.isWord) for (const values of entry.values) for (const value of values) most = Math.max(most, value);
    }
  }
  return Math.max(3, String(most).length);
}

// ---- what is on the page

const grids = new Map();

function build() {
  by("slider").max = count;
  runs = new Set(steps.line.map((line) => lines[line].number));
  const several = waves.size > 1 ? [element("option", { value: "all" }, "all")] : [];
  by("wave").append(...several, ...[...waves.keys()].map((wave) => element("option", { value: wave }, wave)));
  by("whose").hidden = waves.size === 1;
  // Two waves of a long text would let its lines jump to and fro.
  if (waves.size > 2 || (waves.size > 1 && data.text.length > LISTED)) by("wave").value = [...waves.keys()][0];
  const values = [...waves.values()].flatMap((wave) => [...wave.entries.values()].filter((entry) => entry.isWord));
  const isLarge = values.some((entry) => entry.values.some((list) => list.some((word) => word >= 1e6)));
  format = isLarge ? "hex" : "decimal";
  document.querySelector(`[name=format][value=${format}]`).checked = true;
  const both = machines.length > 1 ? ["both"] : [];
  const radio = (name, value) => element("label", {}, element("input", { type: "radio", name: "machine", value }), name);
  by("machine").append(...machines.map(({ name }, at) => radio(name, at)), ...both.map((name) => radio(name, name)));
  by("machine").querySelector("input").checked = true;
  showWaves();
}

/** Lists the lines of the program around line `number`. */
function list(number) {
  const end = data.first + data.text.length;
  const isNear = listed.has(number - 20) || number - 20 < data.first;
  if (listed.has(number) && isNear && (listed.has(number + 20) || number + 20 >= end)) return;
  const first = Math.max(data.first, Math.min(number - LISTED / 2, end - LISTED));
  listed.clear();
  const more = (text, to) => element("li", {}, element("button", { type: "button", "data-more": to }, text));
  by("program").replaceChildren(...range(first, Math.min(end, first + LISTED)).map((line) => {
    const text = data.text[line - data.first];
    const inside = runs.has(line) ? element("button", { type: "button" }, text) : element("span", { class: "text" }, text);
    const made = element("li", { class: runs.has(line) ? "runs" : "", "data-line": line }, element("span", { class: "number" }, line), inside);
    listed.set(line, made);
    return made;
  }));
  if (first > data.first) by("program").prepend(more(`… ${many(first - data.first, "line")} before`, first - 1));
  if (first + LISTED < end) by("program").append(more(`… ${many(end - first - LISTED, "line")} after`, first + LISTED));
}

const chosen = () => (by("wave").value === "all" ? [...waves.keys()] : [Number(by("wave").value)]);

function showWaves() {
  grids.clear();
  const overlay = shape("svg", { id: "overlay", "aria-hidden": "true" });
  by("waves").replaceChildren(...chosen().map((number) => {
    const { entries } = waves.get(number);
    const made = element("div", { class: "entries" }, ...[...entries.values()].map(grid));
    const title = element("h2", {}, `Wave ${number}`, element("small", {}));
    return element("section", { class: `wave c${number % 8}`, "data-wave": number }, title, made);
  }), overlay);
  by("overlay").append(shape("defs", {}, shape("marker", { id: "tip", viewBox: "0 0 6 6", refX: 5, refY: 3, markerWidth: 5, markerHeight: 5, orient: "auto" }, shape("path", { d: "M0 0 6 3 0 6z" }))));
  fit();
}

function grid(entry) {
  const cells = range(0, threads).map((thread) => {
    const word = element("button", { type: "button", class: "cell", tabindex: thread ? -1 : 0, "data-thread": thread });
    word.append(element("small", {}, thread), element("span", {}), element("i", {}));
    return word;
  });
  const name = `${entry.name} of wave ${entry.wave}`;
  const made = element("div", { class: `grid${entry.isWord ? "" : " bits"}`, role: "group", "aria-label": name }, ...cells);
  const note = element("small", {});
  const box = element("section", { class: "entry", "data-entry": entry.name }, element("h3", {}, entry.name, note), made);
  grids.set(entry, { box, made, note, cells, shown: null });
  return box;
}

/** Words a row: as many as there is room for, in powers of two. */
function fit() {
  const room = by("waves").clientWidth;
  const wide = letters();
  for (const [entry, { made }] of grids) {
    const letter = entry.isWord ? wide : 1;
    const size = parseFloat(getComputedStyle(made).fontSize) * (letter * 0.605 + 0.5) + 2;
    let columns = entry.isWord ? 16 : 32;
    while (columns > 4 && columns * size > room) columns /= 2;
    made.style.setProperty("--columns", Math.min(columns, threads));
    made.style.setProperty("--letters", letter);
    made.classList.toggle("binary", entry.isWord && format === "binary");
  }
}

// ---- a step

/** Shows the state after `next` instructions. */
function go(next) {
  place = Math.max(0, Math.min(count, next));
  by("slider").value = place;
  by("place").textContent = `${place} of ${count}`;
  by("first").disabled = by("back").disabled = place === 0;
  by("next").disabled = by("last").disabled = place === count;
  tell();
  for (const [entry, drawn] of grids) fill(entry, drawn);
  note();
  picture();
  trace();
  timetable();
  settle();
}

/** The next place from here at which an instruction of a shown wave is the last. */
function beside(way) {
  const shownWaves = new Set(chosen());
  let next = place + way;
  while (next > 0 && next < count && !shownWaves.has(steps.wave[next - 1])) next += way;
  return next;
}

/** The instruction, and what is to be said of it. */
function tell() {
  const step = place - 1;
  current?.classList.remove("current");
  current = null;
  for (const wave of chosen()) {
    const [exec, own] = [waves.get(wave).entries.get("EXEC"), waves.get(wave).steps];
    const active = exec.values[exec.at(step)].reduce((sum, bit) => sum + bit, 0);
    const done = place_of(own, place);
    document.querySelector(`[data-wave="${wave}"] h2 small`).textContent =
      `${active} of ${threads} threads active, ${done} of ${many(own.length, "instruction")} executed`;
  }
  list(step < 0 ? data.first : lines[steps.line[step]].number);
  if (step < 0) {
    by("instruction").textContent = "Before the first instruction";
    by("sentence").textContent = "The words as they were loaded.";
    by("facts").textContent = "";
    return;
  }
  const line = lines[steps.line[step]];
  const written = masks[steps.written[step]].reduce((sum, bit) => sum + bit, 0);
  const [{ issue, retire }] = machines;
  by("instruction").textContent = line.text;
  by("sentence").textContent = line.sentence;
  by("facts").textContent = `Wave ${steps.wave[step]}, line ${line.number}: ` +
    `issued in cycle ${issue[step]}, retired in cycle ${issue[step] + retire[step]}; ` +
    (line.register || line.mask ? `${many(written, "thread")} written` : "writes no thread");
  current = listed.get(line.number);
  current.classList.add("current");
}

/** Brings what is new into view, when all of it is there: the page is laid out once a step. */
function settle() {
  const view = by("program");
  const [top, { scrollTop, clientHeight }] = [current ? current.offsetTop - view.offsetTop : null, view];
  const rows = [...by("timetables").querySelectorAll(".row")].filter((row) => row.querySelector(".on"));
  const lefts = rows.map((row) => Number(row.querySelector(".on rect").getAttribute("x")) - (row.clientWidth - row.firstChild.clientWidth) / 3);
  const drawn = picked ? arrows() : [];
  rows.forEach((row, at) => { row.scrollLeft = Math.max(0, lefts[at]); });
  if (top !== null && (top < scrollTop + 20 || top > scrollTop + clientHeight - 40)) view.scrollTop = top - clientHeight / 2;
  by("overlay").append(...drawn);
}

/** Why `thread` is not written by `step`. */
function reason(step, thread) {
  const wave = waves.get(steps.wave[step]);
  const line = lines[steps.line[step]];
  const map = data.maps[steps.map[step]];
  if (map && map.from[thread] === null) return data.says[map.say[thread]];
  if (!wave.entries.get("EXEC").value(step - 1, thread)) return { text: "thread {thread} is not written: the thread is outside EXEC", mark: "E" };
  const guarded = line.reads.some(([operand]) => operand === "guard");
  return guarded ? { text: "thread {thread} is not written: its guard is false", mark: "G" }
    : { text: "thread {thread} is not written: the instruction names another one", mark: "" };
}

const said = (text, thread, from, word) =>
  text.replace("{thread}", thread).replace("{from}", from).replace("{word}", word);

/** Writes the words of an entry into its grid, where they are not there. */
function fill(entry, drawn) {
  const step = place - 1;
  const at = entry.at(step);
  const isNew = step >= 0 && entry.writes[at] === step;
  const key = `${at} ${isNew} ${format}`;
  if (drawn.shown === key) return;
  drawn.shown = key;
  const [values, writers] = [entry.values[at], entry.writers[at]];
  const line = isNew ? lines[steps.line[step]] : null;
  const map = isNew && entry.name === line.register ? data.maps[steps.map[step]] : null;
  let changed = 0;
  drawn.cells.forEach((cell, thread) => {
    const [, word, tag] = cell.children;
    const text = shown(entry, values[thread]);
    const classes = ["cell"];
    let [mark, told] = ["", ""];
    if (isNew && writers[thread] === step) {
      const from = map?.from[thread] ?? null;
      const hasChanged = entry.values[at - 1][thread] !== values[thread];
      changed += hasChanged;
      classes.push("written");
      if (hasChanged) classes.push("changed");
      if (map) {
        const say = data.says[map.say[thread]];
        if (from !== null && from !== thread) classes.push("moved");
        classes.push(say.box);
        mark = from === null ? "0" + say.mark : from === thread ? say.mark.trim() : `${from}${say.mark.trim()}→`;
        told = said(say.text, thread, from, text);
      }
      told ||= hasChanged ? "changed" : "written, the same";
    } else if (isNew && entry.name !== "EXEC") {
      const why = reason(step, thread);
      classes.push("kept");
      [mark, told] = [why.mark, said(why.text, thread, "", "")];
    }
    if (!entry.isWord && values[thread]) classes.push("one");
    cell.className = classes.join(" ");
    if (word.textContent !== text) word.textContent = text;
    if (tag.textContent !== mark) tag.textContent = mark;
    cell.title = told;
    cell.setAttribute("aria-label", `${entry.name}, thread ${thread}: ${text}${told ? "; " + told : ""}`);
  });
  drawn.box.classList.toggle("writes", isNew);
  drawn.changed = isNew ? `${changed} changed` : "";
}

/** Writes above each grid what the instruction does with it. */
function note() {
  const line = place > 0 ? lines[steps.line[place - 1]] : null;
  for (const [entry, { note: words, changed }] of grids) {
    const isOwn = line && entry.wave === steps.wave[place - 1];
    const reads = isOwn ? line.reads.filter(([, name]) => name === entry.name).map(([operand]) => operand) : [];
    words.textContent = [reads.length ? `read as ${reads.join(", ")}` : "", changed].filter(Boolean).join(", ");
  }
}

// ---- words that move

function picture() {
  const step = place - 1;
  const map = step < 0 ? null : data.maps[steps.map[step]];
  const isHere = Boolean(map) && chosen().includes(steps.wave[step]);
  by("picture").hidden = data.maps.length === 0;
  if (!isHere) {
    by("lanes").replaceChildren(element("p", {}, step < 0 ? "Nothing has moved." : "Each thread uses its own words."));
    by("meanings").replaceChildren();
    by("said").textContent = "";
    return;
  }
  const line = lines[steps.line[step]];
  const { entries } = waves.get(steps.wave[step]);
  const held = entries.get(line.reads.find(([operand]) => operand === "a")?.[1]);
  const texts = range(0, threads).map((thread) => (held ? shown(held, held.value(step - 1, thread)) : ""));
  const longest = Math.max(...texts.map((text) => text.length));
  // Two rows of boxes for each warp, or for the wave where its warps exchange words.
  const size = Math.max(map.band, Math.min(WARP, threads));
  const isWide = size > WARP;
  const hasWords = held && longest <= (isWide ? 3 : 5);
  const [width, height, names] = [isWide ? 20 : hasWords ? Math.max(26, 6.3 * longest + 6) : 26, hasWords ? 34 : 22, 64];
  const all = [];
  let y = 2;
  for (let first = 0; first < threads; first += size) {
    const band = range(first, Math.min(threads, first + size));
    const furthest = Math.max(0, ...band.map((thread) => Math.abs((map.from[thread] ?? thread) - thread)));
    const gap = Math.min(isWide ? 170 : 90, 30 + 3 * furthest);
    const low = y + height + gap;
    const middle = (thread) => names + (thread - first + 0.5) * width;
    const box = (css, thread, top, number, text) => shape("g", { class: `thread ${css}`, "data-thread": thread },
      shape("rect", { x: middle(thread) - width / 2 + 1, y: top, width: width - 2, height, rx: 3 }),
      shape("text", { class: "number quiet", x: middle(thread), y: top + (hasWords ? 12 : 15) }, number),
      ...(hasWords ? [shape("text", { class: "number held", x: middle(thread), y: top + 27 }, text)] : []));
    for (const [name, top] of [[held ? `${held.name} held` : "held", y], ["gets", low]]) {
      all.push(shape("text", { class: "label quiet", x: names - 6, y: top + height / 2 + 4 }, name));
    }
    for (const thread of band) {
      const [from, say] = [map.from[thread], data.says[map.say[thread]]];
      if (from !== null) {
        const [x, to, top, bottom] = [middle(from), middle(thread), y + height, low - 5];
        all.push(shape("path", { class: `arrow ${say.arrow}`, "data-from": from, "data-to": thread,
          d: `M${x} ${top} C${x} ${top + 14} ${to} ${bottom - 18} ${to} ${bottom}`,
          "marker-end": `url(#${say.arrow === "clamped" ? "clamped" : "head"})` }));
      }
      const outside = entries.get("EXEC").value(step - 1, thread) ? "" : "outside";
      all.push(box(outside, thread, y, thread, texts[thread]));
      const label = from === null ? (say.box === "zero" ? "0" : "–") + say.mark : `${from}${say.mark}`;
      all.push(box(`gets ${say.box}`, thread, low, label.trim(), from === null ? "" : texts[from]));
    }
    y = low + height + 12;
  }
  tallest = Math.max(tallest, y);
  by("lanes").style.minHeight = `${tallest}px`;
  const right = names + Math.min(size, threads) * width + 2;
  const title = `${line.text}: which thread's word each thread gets`;
  by("lanes").replaceChildren(shape("svg", { viewBox: `0 0 ${right} ${y}`, width: right, role: "img", "aria-label": title }, ...all));
  by("meanings").replaceChildren(...map.legend.map(([mark, meaning]) => element("li", {}, element("code", {}, mark.trim()), meaning)));
  point(picked?.thread ?? null);
}

/** Lets the arrow of `thread` stand out, and says what it brings. */
function point(thread) {
  const map = place > 0 && chosen().includes(steps.wave[place - 1]) ? data.maps[steps.map[place - 1]] : null;
  if (!map) return;
  by("lanes").querySelectorAll(".arrow").forEach((arrow) =>
    arrow.classList.toggle("pale", thread !== null && Number(arrow.dataset.to) !== thread));
  by("lanes").querySelectorAll(".gets").forEach((box) =>
    box.classList.toggle("picked", Number(box.dataset.thread) === thread));
  const moved = map.from.filter((from, at) => from !== null && from !== at).length;
  by("said").textContent = thread === null
    ? `${many(moved, "thread")} of ${threads} ${moved === 1 ? "gets" : "get"} the word of another thread. Point at a box below for its reason.`
    : said(data.says[map.say[thread]].text, thread, map.from[thread], wordAt(thread));
}

/** The word that `thread` gets in the picture. */
function wordAt(thread) {
  const step = place - 1;
  const map = data.maps[steps.map[step]];
  const name = lines[steps.line[step]].reads.find(([operand]) => operand === "a")?.[1];
  const held = waves.get(steps.wave[step]).entries.get(name);
  return held && map.from[thread] !== null ? shown(held, held.value(step - 1, map.from[thread])) : "";
}

// ---- where a word comes from

/** The step that wrote the word or bit that `thread` of `entry` has after `step`, and the threads of each entry that it read for it. */
function made(entry, thread, step) {
  const writer = entry.writers[entry.at(step)][thread];
  if (writer < 0) return { writer, sources: [] };
  const line = lines[steps.line[writer]];
  const map = data.maps[steps.map[writer]];
  const { entries } = waves.get(entry.wave);
  const own = { own: () => [thread], mapped: () => (map.from[thread] === null ? [] : [map.from[thread]]),
    warp: () => range(thread - thread % WARP, Math.min(threads, thread - thread % WARP + WARP)).filter((other) => masks[steps.written[writer]][other]) };
  const reads = line.reads.filter(([, , , makesBits]) => entry.isWord || makesBits);
  const sources = reads.map(([operand, name, which]) => ({ operand, entry: entries.get(name), threads: own[which]() }));
  return { writer, map, line, sources: sources.filter(({ threads: list }) => list.length) };
}

/** The words as loaded from which that of `thread` was made, by entry, and whether that is all of them; the lines that made it. */
function leaves({ entry, thread }, step) {
  const [found, used, seen, open] = [new Map(), new Set(), new Set(), [[entry, thread, step]]];
  while (open.length && seen.size < SEEN) {
    const [now, at, before] = open.pop();
    const { writer, line, sources } = made(now, at, before);
    const key = (now.number * threads + at) * (count + 1) + writer + 1;
    if (seen.has(key)) continue;
    seen.add(key);
    if (line) used.add(line.number);
    else found.set(now, (found.get(now) ?? new Set()).add(at));
    for (const source of sources) for (const other of source.threads) open.push([source.entry, other, writer - 1]);
  }
  return { found, used, isAll: open.length === 0 };
}

function trace() {
  for (const { cells } of grids.values()) for (const cell of cells) cell.classList.remove("picked", "source", "leaf");
  marked.forEach((line) => line.classList.remove("used"));
  marked = [];
  by("overlay").querySelectorAll(":scope > path").forEach((path) => path.remove());
  by("trace").classList.toggle("active", Boolean(picked));
  if (!picked) {
    by("origin").replaceChildren(element("p", { class: "quiet" }, "Click a word or a bit in a grid."));
    return;
  }
  const { entry, thread } = picked;
  const cell = (own, at) => grids.get(own)?.cells[at];
  const step = place - 1;
  const { found, used, isAll } = leaves(picked, step);
  const from = [...found].map(([own, list]) => `${own.name} of ${list.size === 1 ? "thread" : "threads"} ${numbers(list)}`);
  const value = entry.value(step, thread);
  const forms = entry.isWord ? Object.entries(SHOW).map(([name, show]) => `${name} ${show(value)}`).join(", ") : `bit ${value}`;
  const sum = from.length ? `Made of ${from.join(", ")}${isAll ? "" : " and more"}, as loaded.` : "Made of no loaded word.";
  const tree = element("ul", { class: "tree" });
  grow(tree, [{ entry, threads: [thread], step, operand: "" }], new Set());
  by("origin").replaceChildren(element("p", {}, `${entry.name} of thread ${thread}, wave ${entry.wave}: ${forms}`), element("p", {}, element("b", {}, sum)), tree);
  marked = [...used].map((line) => listed.get(line)).filter(Boolean);
  marked.forEach((line) => line.classList.add("used"));
  for (const [own, list] of found) for (const at of list) cell(own, at)?.classList.add("leaf");
  const { sources } = made(entry, thread, step);
  for (const source of sources) for (const at of source.threads) cell(source.entry, at)?.classList.add("source");
  cell(entry, thread)?.classList.add("picked");
}

/** Arrows over the grids, from the words that the picked one was made of. */
function arrows() {
  const frame = by("overlay").getBoundingClientRect();
  const centre = (own) => {
    const { left, top, width, height } = own.getBoundingClientRect();
    return [left + width / 2 - frame.left, top + height / 2 - frame.top];
  };
  const target = by("waves").querySelector(".cell.picked");
  if (!target) return [];
  const [x, y] = centre(target);
  return [...by("waves").querySelectorAll(".cell.source:not(.picked)")].map((end) => {
    const [fromX, fromY] = centre(end);
    const bend = Math.min(60, Math.abs(fromX - x) / 3 + 12);
    return shape("path", { d: `M${fromX} ${fromY} Q${(fromX + x) / 2} ${(fromY + y) / 2 - bend} ${x} ${y}`, "marker-end": "url(#tip)" });
  });
}

/** Appends to `list` what `nodes` are, and what they were made of in turn, the nearest first, as far as there is room. */
function grow(list, nodes, seen) {
  const open = [[list, nodes]];
  let left = SHOWN;
  for (const [inner, parents, operand] of open) {
    if (left > 0 && operand !== "guard") {
      left -= parents.length;
      open.push(...branch(inner, parents, seen));
      continue;
    }
    const more = element("button", { type: "button" }, "go on");
    more.addEventListener("click", () => { more.parentNode.remove(); grow(inner, parents, seen); });
    inner.append(element("li", {}, more));
  }
}

/** Appends to `list` what each of `nodes` is; returns the lists of what they were made of. */
function branch(list, nodes, seen) {
  const next = [];
  for (const node of nodes) {
    const { entry, threads: those, step, operand } = node;
    const item = element("li", {});
    list.append(item);
    const [thread] = those;
    const name = those.length === 1 ? `${entry.name} of thread ${thread}` : `${entry.name} of threads ${numbers(those)}`;
    const text = those.length === 1 ? ` = ${shown(entry, entry.value(step, thread))}` : "";
    const back = element("button", { type: "button" }, name + text);
    const role = operand === "guard" ? "guard " : "";
    const { writer, map, line, sources } = made(entry, thread, step);
    back.addEventListener("click", () => { picked = { entry, wave: entry.wave, thread }; go(writer + 1); });
    item.append(role, back);
    const how = (words) => item.append(element("span", { class: "how" }, words));
    if (those.length > 1) {
      const inner = element("ul", {});
      const more = element("button", { type: "button" }, "each");
      more.addEventListener("click", () => {
        more.remove();
        grow(inner, those.map((one) => ({ ...node, threads: [one] })), seen);
      });
      item.append(" ", more, inner);
      continue;
    }
    if (writer < 0) { how(" as loaded"); continue; }
    const key = `${entry.name} ${thread} ${writer}`;
    const moved = map && entry.name === line.register && map.from[thread] !== thread;
    const why = moved ? `; ${said(data.says[map.say[thread]].text, thread, map.from[thread], "").replace(" ()", "")}` : "";
    how(` ← ${writer + 1}: ${line.text}${why}`);
    if (seen.has(key)) { how(sources.length ? " (see above)" : ""); continue; }
    seen.add(key);
    const parents = sources.map((source) => ({ ...source, step: writer - 1 }));
    if (parents.length) next.push([item.appendChild(element("ul", {})), parents, operand]);
  }
  return next;
}

// ---- the timetable

/** A machine with cycles since its first, and its steps in the order in which they issue. */
function timed(machine) {
  let cycle = 0;
  const issue = machine.issue.map((more) => (cycle += more));
  cycle = 0;
  const stalls = machine.stalls.map(([more, cycles, text]) => ({ from: (cycle += more), cycles, text: machine.texts[text] }));
  const order = range(0, count).sort((a, b) => issue[a] - issue[b]);
  const longest = Math.max(0, ...machine.shapes.flatMap((shapes) => shapes.map(({ from, cycles }) => from + cycles)), ...machine.retire);
  return { ...machine, issue, stalls, order, longest, starts: order.map((step) => issue[step]), idle: stalls.map(({ from }) => from) };
}

/** The place of the first of `sorted` that is `least` or more. */
function place_of(sorted, least) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The words of a shape with its instruction's names in it. */
function named(text, step, entry) {
  const line = lines[steps.line[step]];
  const [, mnemonic, operands] = /^((?:@\S+ )?\S+) ?(.*)$/.exec(line.text);
  const names = { w: `W${steps.wave[step]}`, i: line.text, m: mnemonic, o: operands, e: line.entries[entry], c: `c${steps.wave[step] % 8}` };
  return text.replace(/\$([wimoec])/g, (_, name) => names[name]);
}

function timetable() {
  const step = Math.max(0, place - 1);
  const choice = document.querySelector("[name=machine]:checked").value;
  const drawn = choice === "both" ? machines : [machines[Number(choice)]];
  by("timetables").replaceChildren(...drawn.map((machine) => tracks(machine, step)));
  compare(step);
}

/** Rows of a machine's tracks around `step`. */
function tracks(machine, step) {
  const from = Math.max(machine.cycles[0], machine.issue[step] - BEFORE);
  const to = Math.min(machine.cycles[1], Math.max(machine.issue[step] + machine.retire[step] + BEFORE, from + BEFORE + AFTER));
  const [left, height] = [Math.max(...machine.tracks.map((name) => name.length)) * 6.7 + 16, AXIS + ROW * machine.tracks.length + 1];
  const x = (cycle) => (cycle - from) * CYCLE;
  const plot = [];
  for (let slot = from - from % machine.slot; slot < to; slot += machine.slot) {
    const stripe = shape("rect", { x: x(slot), y: 0, width: machine.slot * CYCLE, height });
    const cycles = range(Math.max(from, slot), Math.min(to, slot + machine.slot));
    plot.push(shape("g", { class: (slot / machine.slot) % 2 ? "slot" : "slot even" }, stripe, ...cycles.map((cycle) =>
      shape("text", { class: cycle === slot ? "cycle first" : "cycle", x: x(cycle) + CYCLE / 2, y: 14 }, cycle))));
  }
  machine.tracks.forEach((_, row) => plot.push(shape("line", { class: "rule", x1: 0, x2: (to - from) * CYCLE, y1: AXIS + row * ROW, y2: AXIS + row * ROW })));
  const block = (attributes, row, start, cycles, [large, small, text]) => {
    const [first, last] = [Math.max(from, start), Math.min(to, start + cycles)];
    if (first >= last) return;
    const [y, width] = [AXIS + row * ROW, (last - first) * CYCLE - 2];
    const line = (css, words, size, base) => {
      const fits = Math.floor((width - 4) / (0.61 * size));
      const cut = words.length <= fits ? words : fits < 2 ? "" : words.slice(0, fits - 1) + "…";
      return shape("text", { class: css, x: x(first) + 4, y: y + base }, cut);
    };
    plot.push(shape("g", attributes, shape("title", {}, text), shape("rect", { x: x(first) + 1, y: y + 1, width, height: ROW - 2, rx: 3 }),
      line("large", large, 11, 13), line("small", small, 8.7, 24)));
  };
  for (let at = place_of(machine.starts, from - machine.longest); at < count && machine.starts[at] < to; at += 1) {
    const own = machine.order[at];
    for (const { track, from: after, cycles, class: css, large, small, text, entry } of machine.shapes[machine.shape[own]]) {
      const attributes = { class: named(css, own, entry) + (own === step && place > 0 ? " on" : ""), "data-step": own + 1 };
      block(attributes, track, machine.issue[own] + after, cycles, [large, small, text].map((words) => named(words, own, entry)));
    }
  }
  const stall = machine.tracks.indexOf("stall");
  for (let at = place_of(machine.idle, from - machine.slot); at < machine.stalls.length && machine.stalls[at].from < to; at += 1) {
    const { from: start, cycles, text: [css, ...texts] } = machine.stalls[at];
    block({ class: css }, stall, start, cycles, texts);
  }
  const names = machine.tracks.map((name, row) => shape("text", { class: "label", x: left - 8, y: AXIS + row * ROW + 19 }, name));
  const svg = (css, width, inside) => shape("svg", { class: css, width, height, viewBox: `0 0 ${width} ${height}` }, ...inside);
  const row = element("div", { class: "row", tabindex: 0, role: "img", "aria-label": `Timetable of ${machine.name}, cycles ${from} to ${to - 1}` },
    svg("names", left, names), svg("cycles", (to - from) * CYCLE + 1, plot));
  return element("div", {}, element("h3", {}, machine.name, element("small", {}, machine.summary)), row);
}

/** Cycles, ports and beats of each action of `step` on `machine`, in words. */
function use(machine, step) {
  const [issue, retire] = [machine.issue[step], machine.issue[step] + machine.retire[step]];
  const groups = new Map();
  for (const { action, track, from, cycles, beat, entry } of machine.shapes[machine.shape[step]]) {
    if (action === "issue") continue;
    const name = entry === null ? action : `${action} ${lines[steps.line[step]].entries[entry]}`;
    const group = groups.get(name) ?? { cycles: [], tracks: new Set(), beats: new Set() };
    group.cycles.push(...range(issue + from, issue + from + cycles));
    group.tracks.add(machine.tracks[track]);
    if (beat !== null) group.beats.add(beat);
    groups.set(name, group);
  }
  const told = ({ cycles, tracks: names, beats }) => {
    const where = names.size === 1 && [...names][0] === "lanes" ? "" : ` on ${joined([...names])}`;
    const which = beats.size ? `, ${beats.size === 1 ? "beat" : "beats"} ${numbers(beats)}` : "";
    return `${cycles.length === 1 ? "cycle" : "cycles"} ${numbers(new Set(cycles))}${where}${which}`;
  };
  const first = ([, { cycles }]) => Math.min(...cycles);
  const inOrder = [...groups].sort((a, b) => first(a) - first(b));
  return new Map([["issues", `cycle ${issue}`], ...inOrder.map(([name, group]) => [name, told(group)]), ["retires", `cycle ${retire}, ${many(retire - issue, "cycle")} after its issue`]]);
}

function compare(step) {
  const uses = machines.map((machine) => use(machine, step));
  const rest = uses.flatMap((one) => [...one.keys()]).filter((name) => name !== "issues" && name !== "retires");
  const head = (text, scope) => element("th", { scope }, text);
  const rows = ["issues", ...new Set(rest), "retires"].map((name) => {
    const cells = uses.map((one) => one.get(name) ?? "–");
    return element("tr", { class: new Set(cells).size > 1 ? "differs" : "" }, head(name, "row"), ...cells.map((text) => element("td", {}, text)));
  });
  const title = head(place ? `step ${place}: ${lines[steps.line[step]].text}` : "the first instruction", "col");
  by("compared").replaceChildren(element("thead", {}, element("tr", {}, title, ...machines.map(({ name }) => head(name, "col")))), element("tbody", {}, ...rows));
}

// ---- keys and clicks

by("first").addEventListener("click", () => go(0));
by("back").addEventListener("click", () => go(beside(-1)));
by("next").addEventListener("click", () => go(beside(1)));
by("last").addEventListener("click", () => go(count));
by("slider").addEventListener("input", (event) => go(Number(event.target.value)));
by("wave").addEventListener("change", () => { showWaves(); go(place); });
by("format").addEventListener("change", (event) => { format = event.target.value; fit(); go(place); });
by("machine").addEventListener("change", () => { timetable(); settle(); });
addEventListener("resize", () => { fit(); trace(); settle(); });
addEventListener("hashchange", () => go(Number(location.hash.slice(1)) || 0));

by("program").addEventListener("click", (event) => {
  if (event.target.dataset.more) list(Number(event.target.dataset.more));
  const line = event.target.closest(".runs");
  if (!line) return;
  const number = Number(line.dataset.line);
  const shownWaves = new Set(chosen());
  const own = range(0, count).filter((step) => lines[steps.line[step]].number === number);
  const mine = own.filter((step) => shownWaves.has(steps.wave[step]));
  const list = mine.length ? mine : own;
  go((list.find((step) => step >= place) ?? list[0]) + 1);
});

by("waves").addEventListener("click", (event) => {
  const cell = event.target.closest(".cell");
  if (!cell) return;
  const wave = Number(cell.closest(".wave").dataset.wave);
  pick(waves.get(wave).entries.get(cell.closest(".entry").dataset.entry), Number(cell.dataset.thread));
});

function pick(entry, thread) {
  const isSame = picked && picked.entry === entry && picked.thread === thread;
  picked = isSame ? null : { entry, wave: entry.wave, thread };
  trace();
  settle();
  point(picked?.thread ?? null);
}

by("lanes").addEventListener("pointerover", (event) => {
  const box = event.target.closest(".gets");
  if (box) point(Number(box.dataset.thread));
});
by("lanes").addEventListener("pointerleave", () => point(picked?.thread ?? null));
by("lanes").addEventListener("click", (event) => {
  const box = event.target.closest(".gets");
  const line = lines[steps.line[place - 1]];
  if (box && line.register) pick(waves.get(steps.wave[place - 1]).entries.get(line.register), Number(box.dataset.thread));
});
by("timetables").addEventListener("click", (event) => {
  const block = event.target.closest("[data-step]");
  if (block) go(Number(block.dataset.step));
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select")) return;
  const cell = event.target.closest(".cell");
  if (cell && event.key.startsWith("Arrow")) {
    const grid = cell.parentNode;
    const columns = Number(grid.style.getPropertyValue("--columns"));
    const way = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    const next = grid.children[Number(cell.dataset.thread) + way];
    if (next) {
      [cell.tabIndex, next.tabIndex] = [-1, 0];
      next.focus();
    }
  } else if (event.key === "Escape") {
    picked = null;
    trace();
    point(null);
  } else {
    const next = { ArrowRight: () => beside(1), n: () => beside(1), ArrowLeft: () => beside(-1), p: () => beside(-1), Home: () => 0, End: () => count }[event.key];
    if (!next) return;
    go(next());
  }
  event.preventDefault();
});

const ready = load();
