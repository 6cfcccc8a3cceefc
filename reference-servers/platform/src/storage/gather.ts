/** Items per group: large enough to save statements, small enough for the limits of one statement. */
const MOST = 50;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (cause: unknown) => void;
}

/** Handles items that belong to one owner, such as a database, and returns how to find the result of each. */
type Handle<Owner, Item, Result> = (owner: Owner, items: readonly Item[]) => Promise<(item: Item) => Result>;

/**
 * Makes a function for one item that handles items in groups: those of the same moment, and those that arrive while an
 * earlier group is handled. A statement about a group costs little more than one about a single item. When a group fails,
 * its items are handled one by one, so that an invalid item does not fail its neighbors.
 */
export function gather<Owner extends object, Item, Result>(
  handle: Handle<Owner, Item, Result>,
): (owner: Owner, item: Item) => Promise<Result> {
  const queues = new WeakMap<Owner, Waiting<Item, Result>[]>();

  async function settle(owner: Owner, group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const resultOf = await handle(
        owner,
        group.map(({ item }) => item),
      );
      for (const { item, resolve } of group) resolve(resultOf(item));
    } catch (cause) {
      if (group.length === 1) group[0]?.reject(cause);
      else for (const one of group) await settle(owner, [one]);
    }
  }

  async function serve(owner: Owner, queue: Waiting<Item, Result>[]): Promise<void> {
    // Further items of the same moment join the first group.
    await Promise.resolve();
    while (queue.length > 0) await settle(owner, queue.splice(0, MOST));
    queues.delete(owner);
  }

  return (owner, item) =>
    new Promise((resolve, reject) => {
      const known = queues.get(owner);
      const queue = known ?? [];
      queue.push({ item, resolve, reject });
      if (known !== undefined) return;
      queues.set(owner, queue);
      void serve(owner, queue);
    });
}
