"use strict";
const root = document.body;
const scroll = document.querySelector(".scroll");
const status = document.querySelector(".picked");
const hint = status.textContent;
const rows = [...document.querySelectorAll(".track")].map((track) => [...track.children]);
let here = null;
let pinned = false;

/** All blocks and lines of the list that belong to the instruction `of`. */
const members = (of) => document.querySelectorAll(`[data-of="${of}"]`);

function clear() {
  document.querySelectorAll(".on, .here").forEach((part) => part.classList.remove("on", "here"));
  root.classList.remove("picking");
}

function show(block) {
  clear();
  here = block;
  block.classList.add("on", "here");
  const of = block.dataset.of;
  if (of) {
    members(of).forEach((part) => part.classList.add("on"));
    root.classList.add("picking");
  }
  const { cycle, cycles } = block.dataset;
  const last = Number(cycle) + Number(cycles) - 1;
  const when = last > Number(cycle) ? `cycles ${cycle} to ${last}` : `cycle ${cycle}`;
  const track = block.parentNode.dataset.track;
  const bold = document.createElement("b");
  bold.textContent = block.querySelector("title").textContent.replaceAll(" | ", " · ");
  status.replaceChildren(bold, ` (${track}, ${when})`);
}

function hide() {
  clear();
  here = null;
  pinned = false;
  status.textContent = hint;
}

function intoView(block) {
  const names = document.querySelector(".names").getBoundingClientRect();
  const [place, frame] = [block.getBoundingClientRect(), scroll.getBoundingClientRect()];
  if (place.left < names.right) scroll.scrollLeft -= names.right - place.left + 40;
  if (place.right > frame.right) scroll.scrollLeft += place.right - frame.right + 40;
}

const blockAt = (event) => event.target.closest(".cycles .block");

scroll.addEventListener("pointerover", (event) => {
  const block = blockAt(event);
  if (block && !pinned && event.pointerType === "mouse") show(block);
});
scroll.addEventListener("pointerleave", () => { if (!pinned) hide(); });
scroll.addEventListener("click", (event) => {
  const block = blockAt(event);
  if (!block || (pinned && block === here)) return hide();
  show(block);
  pinned = true;
});

/** The block of `row` whose cycles are nearest to those of `block`. */
function nearest(row, block) {
  const middle = (one) => Number(one.dataset.cycle) + Number(one.dataset.cycles) / 2;
  const distance = (one) => Math.abs(middle(one) - middle(block));
  return row.reduce((best, one) => (best && distance(best) <= distance(one) ? best : one), null);
}

function neighbour(key) {
  if (!here) return rows.find((row) => row.length)?.[0];
  const row = rows.findIndex((row) => row.includes(here));
  const place = rows[row].indexOf(here);
  if (key === "ArrowLeft") return rows[row][place - 1];
  if (key === "ArrowRight") return rows[row][place + 1];
  const step = key === "ArrowUp" ? -1 : 1;
  for (let next = row + step; rows[next]; next += step) {
    if (rows[next].length) return nearest(rows[next], here);
  }
}

scroll.addEventListener("keydown", (event) => {
  if (event.key === "Escape") return hide();
  if (!event.key.startsWith("Arrow")) return;
  event.preventDefault();
  const next = neighbour(event.key);
  if (!next) return;
  show(next);
  pinned = true;
  intoView(next);
});

document.querySelectorAll("tbody tr").forEach((line) => {
  line.addEventListener("click", () => {
    const block = document.querySelector(`.cycles [data-of="${line.dataset.of}"]`);
    if (!block) return;
    show(block);
    pinned = true;
    intoView(block);
  });
});

let zoom = 1;
document.querySelectorAll("[data-zoom]").forEach((button) => {
  button.addEventListener("click", () => {
    zoom = Math.min(2, Math.max(0.2, zoom * Number(button.dataset.zoom)));
    document.querySelectorAll(".row svg").forEach((drawing) => {
      const [, , width, height] = drawing.getAttribute("viewBox").split(" ").map(Number);
      drawing.setAttribute("width", width * zoom);
      drawing.setAttribute("height", height * zoom);
    });
  });
});
