import type { LifecycleEntry, TransitionEntry } from '@tessera/contracts/vocabulary';

export interface StateBox {
  readonly state: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isTerminal: boolean;
}

export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly isServer: boolean;
  /** SVG path data of the line and of its head. */
  readonly line: string;
  readonly head: string;
  readonly labelX: number;
  readonly labelY: number;
}

export interface LifecycleDrawing {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly StateBox[];
  readonly arrows: readonly Arrow[];
}

// SVG units, which are CSS pixels at natural size.
const BOX_HEIGHT = 36;
const CHARACTER_WIDTH = 8;
const BOX_PADDING = 28;
const COLUMN_GAP = 150;
const ROW_GAP = 34;
const MARGIN = 8;
const HEAD = 7;
const BACK_ARC = 26;

/** Places states in columns by their distance from the first state; moves back arc below. */
export function layoutLifecycle(
  lifecycle: LifecycleEntry,
  transitions: readonly TransitionEntry[],
): LifecycleDrawing {
  const columns = columnsOf(lifecycle, transitions);
  const tallest = Math.max(...columns.map((column) => column.length));
  const innerHeight = tallest * BOX_HEIGHT + (tallest - 1) * ROW_GAP;
  const boxes: StateBox[] = [];
  let x = MARGIN;
  for (const column of columns) {
    const width = Math.max(...column.map((state) => state.length)) * CHARACTER_WIDTH + BOX_PADDING;
    const columnHeight = column.length * BOX_HEIGHT + (column.length - 1) * ROW_GAP;
    column.forEach((state, row) => {
      const y = MARGIN + (innerHeight - columnHeight) / 2 + row * (BOX_HEIGHT + ROW_GAP);
      boxes.push({ state, x, y, width, height: BOX_HEIGHT, isTerminal: lifecycle.terminal.includes(state) });
    });
    x += width + COLUMN_GAP;
  }
  const byState = new Map(boxes.map((box) => [box.state, box]));
  const arrows = transitions.flatMap((move) => {
    const from = byState.get(move.from);
    const to = byState.get(move.to);
    return from && to ? [drawArrow(move, from, to)] : [];
  });
  const hasArc = arrows.some((arrow) => arrow.line.includes('Q'));
  return {
    width: x - COLUMN_GAP + MARGIN,
    height: innerHeight + 2 * MARGIN + (hasArc ? BACK_ARC : 0),
    boxes,
    arrows,
  };
}

function columnsOf(lifecycle: LifecycleEntry, transitions: readonly TransitionEntry[]): string[][] {
  const depth = new Map<string, number>();
  let frontier = [lifecycle.initial ?? lifecycle.states[0] ?? ''];
  for (let level = 0; frontier.length > 0; level += 1) {
    for (const state of frontier) depth.set(state, level);
    const next = transitions.filter((move) => frontier.includes(move.from) && !depth.has(move.to));
    frontier = [...new Set(next.map((move) => move.to))];
  }
  const columns: string[][] = [];
  for (const state of lifecycle.states) {
    const level = depth.get(state) ?? 0;
    columns[level] = [...(columns[level] ?? []), state];
  }
  return columns.filter((column) => column.length > 0);
}

function drawArrow(move: TransitionEntry, from: StateBox, to: StateBox): Arrow {
  const base = { from: move.from, to: move.to, label: move.by, isServer: move.by === 'server' };
  if (to.x > from.x) {
    const start = { x: from.x + from.width, y: from.y + from.height / 2 };
    const end = { x: to.x, y: to.y + to.height / 2 };
    const bend = (end.x - start.x) / 2;
    return {
      ...base,
      line: `M${start.x} ${start.y}C${start.x + bend} ${start.y} ${end.x - bend} ${end.y} ${end.x - HEAD} ${end.y}`,
      head: `M${end.x} ${end.y}l-${HEAD + 1} -4v8z`,
      labelX: (start.x + end.x) / 2,
      labelY: (start.y + end.y) / 2 - 7,
    };
  }
  if (to.x === from.x) {
    const isDown = to.y > from.y;
    const x = from.x + from.width / 2;
    const start = isDown ? from.y + from.height : from.y;
    const end = isDown ? to.y : to.y + to.height;
    const sign = isDown ? -1 : 1;
    return {
      ...base,
      line: `M${x} ${start}V${end + sign * HEAD}`,
      head: `M${x} ${end}l-4 ${sign * (HEAD + 1)}h8z`,
      labelX: x,
      labelY: (start + end) / 2,
    };
  }
  const start = { x: from.x + from.width / 2, y: from.y + from.height };
  const end = { x: to.x + to.width / 2, y: to.y + to.height };
  const bottom = Math.max(start.y, end.y) + BACK_ARC;
  return {
    ...base,
    line: `M${start.x} ${start.y}Q${(start.x + end.x) / 2} ${bottom + BACK_ARC} ${end.x} ${end.y + HEAD}`,
    head: `M${end.x} ${end.y}l-4 ${HEAD + 1}h8z`,
    labelX: (start.x + end.x) / 2,
    labelY: bottom,
  };
}
