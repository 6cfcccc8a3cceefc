import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { durationBetween, formatDuration, inWords } from '../model/format.ts';
import { placeTasks, type Task } from '../model/task-graph.ts';
import { Sign } from '../parts/Sign.tsx';
import { shapeOf, toneOf } from '../parts/Status.tsx';

/** Narrow nodes are higher, for a third line of the name. */
const NODE = { least: 168, most: 248, height: 68, narrow: 220, highest: 86 };
const GAP = { across: 16, rows: 10, layers: 30 };
/** A graph that is narrower has one task per line, so it is drawn as a list. */
const LIST_BELOW = 480;
/** Used until the width of the window is known. */
const USUAL_WIDTH = 640;

interface Box {
  readonly task: Task;
  readonly left: number;
  readonly top: number;
}

interface Drawing {
  readonly boxes: readonly Box[];
  /** Size of each node. */
  readonly node: { readonly width: number; readonly height: number };
  readonly height: number;
}

/** The tasks of a plan in layers, each below its dependencies; a list where there is no room for them. */
export function TaskGraph({
  tasks,
  chosen,
  now,
  onChoose,
}: {
  tasks: readonly Task[];
  chosen: string | undefined;
  now: number;
  onChoose: (task: Task) => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const { boxes, node, height } = useMemo(() => draw(tasks, width), [tasks, width]);
  const isList = width < LIST_BELOW;
  return (
    <div className="graph" data-list={isList ? '' : undefined} ref={frame} style={isList ? {} : { height }}>
      {!isList && <Edges boxes={boxes} node={node} width={width} height={height} />}
      <ol aria-label="Tasks, in the order in which they run" onKeyDown={moveFocus}>
        {boxes.map(({ task, left, top }) => (
          <li key={task.id} style={isList ? {} : { left, top, ...node }}>
            <TaskNode task={task} isChosen={task.id === chosen} now={now} onChoose={onChoose} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Edges({ boxes, node, width, height }: Drawing & { width: number }) {
  const byId = new Map(boxes.map((box) => [box.task.id, box]));
  return (
    <svg className="graph-edges" width={width} height={height} aria-hidden="true" focusable="false">
      {boxes.flatMap((to) =>
        to.task.dependsOn.flatMap((id) => {
          const from = byId.get(id);
          if (from === undefined) return [];
          const tone = from.task.status === 'COMPLETED' ? 'good' : 'still';
          return [<path key={`${id} ${to.task.id}`} data-tone={tone} d={curve(from, to, node)} />];
        }),
      )}
    </svg>
  );
}

/** The direction of an arrow key among the tasks. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Arrow keys move the focus to the next or the previous task. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  const all = [...event.currentTarget.querySelectorAll('button')];
  const next = all[all.findIndex((one) => one.matches(':focus')) + step];
  event.preventDefault();
  next?.focus();
}

function TaskNode({
  task,
  isChosen,
  now,
  onChoose,
}: {
  task: Task;
  isChosen: boolean;
  now: number;
  onChoose: (task: Task) => void;
}) {
  const { name, displayName = name, status, startTime, stopTime } = task;
  const took = durationBetween(startTime, stopTime, now);
  return (
    <button
      type="button"
      className="task"
      data-tone={toneOf(status)}
      data-status={status}
      aria-pressed={isChosen}
      title={displayName}
      onClick={() => onChoose(task)}
    >
      <Sign shape={shapeOf(status)} />
      <span className="task-name">{displayName}</span>
      <span className="task-state">
        <span>{inWords(status)}</span>
        {took !== undefined && <span className="quiet">{formatDuration(took)}</span>}
      </span>
    </button>
  );
}

/** Layers from top to bottom; one that is too wide wraps, so that the drawing never scrolls sideways. */
function draw(tasks: readonly Task[], width: number): Drawing {
  const placed = placeTasks(tasks);
  const sizes = new Map<number, number>();
  for (const { layer } of placed) sizes.set(layer, (sizes.get(layer) ?? 0) + 1);
  const fitting = Math.max(1, Math.floor((width + GAP.across) / (NODE.least + GAP.across)));
  const perRow = Math.min(fitting, Math.max(1, ...sizes.values()));
  const nodeWidth = Math.min(NODE.most, (width - GAP.across * (perRow - 1)) / perRow);
  const nodeHeight = nodeWidth < NODE.narrow ? NODE.highest : NODE.height;
  const tops: number[] = [];
  let bottom = 0;
  for (let layer = 0; layer < sizes.size; layer += 1) {
    tops.push(bottom);
    const rows = Math.ceil((sizes.get(layer) ?? 0) / perRow);
    bottom += rows * (nodeHeight + GAP.rows) - GAP.rows + GAP.layers;
  }
  const boxes = placed.map(({ task, layer, row }): Box => {
    const line = Math.floor(row / perRow);
    const inLine = Math.min(perRow, (sizes.get(layer) ?? 1) - line * perRow);
    const lineWidth = inLine * (nodeWidth + GAP.across) - GAP.across;
    return {
      task,
      left: (width - lineWidth) / 2 + (row % perRow) * (nodeWidth + GAP.across),
      top: (tops[layer] ?? 0) + line * (nodeHeight + GAP.rows),
    };
  });
  const node = { width: nodeWidth, height: nodeHeight };
  return { boxes, node, height: Math.max(0, bottom - GAP.layers) };
}

/** From the lower edge of one task to the upper edge of another. */
function curve(from: Box, to: Box, { width, height }: Drawing['node']): string {
  const [x1, y1] = [from.left + width / 2, from.top + height];
  const [x2, y2] = [to.left + width / 2, to.top];
  const bend = Math.min(GAP.layers, (y2 - y1) / 2);
  return `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`;
}

function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(USUAL_WIDTH);
  // Before the first paint: a graph of another width would be seen, and could be wider than the window.
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => setWidth(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
