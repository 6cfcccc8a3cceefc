import type { Need } from './examine-machine.ts';

const COLORS = { ok: 32, missing: 31, optional: 33 } as const;
type Status = keyof typeof COLORS;

/** A table of the needs, how to get what is missing, and a verdict. */
export function formatNeeds(needs: readonly Need[], isColored: boolean): string {
  const rows = needs.map((need) => ({ status: statusOf(need), need }));
  const widths = {
    status: widthOf(rows.map(({ status }) => status)),
    name: widthOf(needs.map(({ name }) => name)),
    found: widthOf(needs.map(({ found }) => found)),
  };
  const paint = (status: Status): string => {
    const text = status.padEnd(widths.status);
    return isColored ? `\u001B[${COLORS[status]}m${text}\u001B[0m` : text;
  };
  const lines = rows.flatMap(({ status, need: { name, found, neededFor, fix } }) => [
    `${paint(status)}  ${name.padEnd(widths.name)}  ${found.padEnd(widths.found)}  ${neededFor}`,
    ...(fix === undefined ? [] : [`${' '.repeat(widths.status)}  ${fix}`]),
  ]);
  const missing = needs.filter(({ required, present }) => required && !present);
  const verdict =
    missing.length === 0
      ? 'Everything required is there.'
      : `Missing and required: ${missing.map(({ name }) => name).join(', ')}.`;
  return [...lines, '', verdict].join('\n');
}

function statusOf({ present, required }: Need): Status {
  if (present) return 'ok';
  return required ? 'missing' : 'optional';
}

function widthOf(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length));
}
