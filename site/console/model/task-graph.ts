import type { PlanTask } from '@tessera/contracts/types/coordinator-v1';

/** A task of a plan, without the tasks that it holds. */
export interface Task extends Omit<PlanTask, 'dependsOnTasks'> {
  /** Ids of the tasks that it waits for. */
  readonly dependsOn: readonly string[];
}

/** A task with its position in the drawing. */
export interface PlacedTask {
  readonly task: Task;
  /** 0 for tasks without dependencies. */
  readonly layer: number;
  /** Position within its layer. */
  readonly row: number;
}

/** The tasks of a plan, dependencies first. A task that is listed several times appears once. */
export function listTasks(last: PlanTask): Task[] {
  const found = new Map<string, Task>();
  const visit = ({ dependsOnTasks = [], ...task }: PlanTask): void => {
    for (const below of dependsOnTasks) visit(below);
    const dependsOn = dependsOnTasks.map(({ id }) => id);
    const known = found.get(task.id);
    // Its dependencies are listed only once.
    if (known === undefined || known.dependsOn.length < dependsOn.length)
      found.set(task.id, { ...task, dependsOn });
  };
  visit(last);
  return [...found.values()].map((task) => (task.id === last.id ? withOwnStart(task, found) : task));
}

/** The last task has the start time of its plan. Its own work starts when the tasks that it waits for have ended. */
function withOwnStart({ startTime, ...task }: Task, tasks: ReadonlyMap<string, Task>): Task {
  if (startTime === undefined || task.status === 'NOT_STARTED') return task;
  const ends = task.dependsOn.flatMap((id) => tasks.get(id)?.stopTime ?? []);
  return { ...task, startTime: ends.toSorted().at(-1) ?? startTime };
}

/** Puts each task one layer below the last of its dependencies, near the middle of them. */
export function placeTasks(tasks: readonly Task[]): PlacedTask[] {
  const layers: Task[][] = [];
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const layerOf = new Map<string, number>();
  const measure = (task: Task): number => {
    const known = layerOf.get(task.id);
    if (known !== undefined) return known;
    // Ends the walk if tasks should ever wait for each other.
    layerOf.set(task.id, 0);
    const below = task.dependsOn.flatMap((id) => byId.get(id) ?? []).map(measure);
    const layer = below.length === 0 ? 0 : Math.max(...below) + 1;
    layerOf.set(task.id, layer);
    return layer;
  };
  for (const task of tasks) {
    const layer = measure(task);
    const group = layers[layer] ?? [];
    layers[layer] = group;
    group.push(task);
  }
  const rows = new Map<string, number>();
  return Array.from(layers, (group = []) => group).flatMap((group, layer) => {
    const middle = ({ dependsOn }: Task): number => {
      const places = dependsOn.flatMap((id) => rows.get(id) ?? []);
      return places.length === 0 ? 0 : places.reduce((sum, place) => sum + place, 0) / places.length;
    };
    const sorted = group.toSorted((a, b) => middle(a) - middle(b));
    return sorted.map((task, row) => {
      // Counted from the middle, so that layers of different sizes are centered on the same line.
      rows.set(task.id, row - (sorted.length - 1) / 2);
      return { task, layer, row };
    });
  });
}
