/** The known name with the most similar spelling; undefined if none is similar. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((one) => ({ one, distance: distanceOf(name.toLowerCase(), one.toLowerCase()) }))
    .sort((left, right) => left.distance - right.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(1, Math.ceil(name.length / 3))
    ? best.one
    : undefined;
}

/** The end of a sentence that suggests the most similar known name, if any, with its prefix. */
export function didYouMean(name: string, known: readonly string[], prefix = ''): string {
  const one = nearest(name, known);
  return one === undefined ? '' : `; did you mean ${prefix}${one}?`;
}

/** Levenshtein distance: the number of inserted, removed or replaced characters. */
function distanceOf(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...left].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...right].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
