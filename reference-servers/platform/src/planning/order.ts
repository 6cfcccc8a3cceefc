/** Something that comes after others. */
export interface Ordered {
  readonly id: string;
  /** Ids of what comes before it; ids that are not in the list do not count. */
  readonly after: readonly string[];
}

/**
 * Sorts topologically, and otherwise by id: the same set always gives the same order. Of a cycle, the member with the
 * smallest id comes first.
 */
export function sortAfter<T extends Ordered>(items: readonly T[]): T[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const ids = [...byId.keys()].sort();
  const sorted: T[] = [];
  const state = new Map<string, 'open' | 'done'>();
  for (const root of ids) {
    const path: { readonly id: string; readonly before: string[] }[] = [];
    enter(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.before.pop();
      if (next !== undefined) enter(next);
      else {
        path.pop();
        state.set(top.id, 'done');
        const item = byId.get(top.id);
        if (item !== undefined) sorted.push(item);
      }
    }
    function enter(id: string): void {
      const item = byId.get(id);
      if (item === undefined || state.has(id)) return;
      state.set(id, 'open');
      path.push({ id, before: [...item.after].sort().reverse() });
    }
  }
  return sorted;
}

/** The first cycle, as a path that ends where it began; undefined without one. */
export function findCycle(items: readonly Ordered[]): string[] | undefined {
  const byId = new Map(items.map((item) => [item.id, item]));
  const done = new Set<string>();
  for (const root of [...byId.keys()].sort()) {
    const path: { readonly id: string; readonly before: string[] }[] = [];
    const open = new Set<string>();
    const enter = (id: string): void => {
      open.add(id);
      path.push({ id, before: [...(byId.get(id)?.after ?? [])] });
    };
    if (!done.has(root)) enter(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.before.pop();
      if (next === undefined) {
        path.pop();
        open.delete(top.id);
        done.add(top.id);
      } else if (open.has(next)) {
        const ids = path.map(({ id }) => id);
        return [...ids.slice(ids.indexOf(next)), next];
      } else if (byId.has(next) && !done.has(next)) enter(next);
    }
  }
  return undefined;
}
