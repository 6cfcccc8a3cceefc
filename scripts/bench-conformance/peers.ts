import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Served, serve } from './adapters.ts';
import { type Contender, gather } from './contenders.ts';

/** Only every nth mutant and variant is tried: the other tools take seconds for each. */
const STRIDE = 4;
/** A finding that appears on the valid server now and then does not count on a mutant. */
const LOOKS_AT_GOOD = 2;

export interface Comparison {
  readonly scratch: string;
  /** Where the other tools are installed and kept. */
  readonly tools?: string;
  /** Every mutant and variant instead of every fourth. */
  readonly all: boolean;
  /** Receives progress, one line at a time. */
  readonly onProgress: (line: string) => void;
}

/** What one tool found. */
interface Row {
  readonly name: string;
  readonly caught: readonly string[];
  readonly alarms: readonly string[];
  /** Findings on the valid server: a tool with any cannot be a gate without changes. */
  readonly red: number;
  /** Servers without a result, because the tool failed. */
  readonly broken: readonly string[];
  /** Seconds that a server took. */
  readonly each: number;
}

/**
 * Lines of a table: what the suite and other tools find on the same servers. A tool with findings on a valid server is
 * counted by what changes.
 */
export async function comparePeers({ scratch, tools, all, onProgress }: Comparison): Promise<string[]> {
  const stride = all ? 1 : STRIDE;
  onProgress('other tools: installing what is missing');
  const rows: Row[] = [];
  const notes: string[] = [];
  let tried: readonly Served[] = [];
  for (const entry of await gather(scratch, tools ?? join(scratch, 'tools'))) {
    if ('why' in entry) {
      notes.push(`${entry.name}: not tried, ${entry.why}`);
      continue;
    }
    // New servers for each tool: no state is left from another one.
    const { adapters, stop } = await serve('--every', String(stride));
    try {
      tried = adapters;
      rows.push(await tally(entry, adapters, onProgress));
    } finally {
      stop();
    }
  }
  const count = (kind: Served['kind']): number => tried.filter((one) => one.kind === kind).length;
  const choice = all ? 'all of them' : `every ${STRIDE}th, in the order of their lists`;
  return [
    `${count('mutant')} mutants and ${count('variant')} conformant variants of a tech adapter, ${choice}`,
    `${'tool'.padEnd(30)}  caught  false alarms  red on a good one  s each`,
    ...rows.map((row) => print(row, count('mutant'), count('variant'))),
    ...rows.flatMap(({ name, alarms }) =>
      alarms.length === 0 ? [] : [`${name} is alarmed by: ${alarms.join('; ')}`],
    ),
    ...rows.flatMap(({ name, broken }) =>
      broken.length === 0 ? [] : [`${name} has not ended at: ${broken.join('; ')}`],
    ),
    ...notes,
  ];
}

/** Tests every server, as many at a time as there are processors: the same for every tool. */
async function tally(
  { name, look }: Contender,
  adapters: readonly Served[],
  onProgress: Comparison['onProgress'],
): Promise<Row> {
  const good = adapters.filter(({ kind }) => kind === 'good');
  const baseline = new Set<string>();
  for (const { url } of good)
    for (let done = 0; done < LOOKS_AT_GOOD; done += 1) for (const one of await look(url)) baseline.add(one);
  const rest = adapters.filter(({ kind }) => kind !== 'good');
  const found = new Set<Served>();
  const broken: string[] = [];
  let next = 0;
  let spent = 0;
  const work = async (): Promise<void> => {
    for (;;) {
      const served = rest[next];
      if (served === undefined) return;
      next += 1;
      const began = performance.now();
      const seen = await look(served.url).catch((cause: unknown) => {
        broken.push(`${served.name} (${cause instanceof Error ? cause.message : String(cause)})`);
        return new Set<string>();
      });
      spent += performance.now() - began;
      if ([...seen].some((one) => !baseline.has(one))) found.add(served);
      if (next % 10 === 0) onProgress(`${name}: ${next} of ${rest.length}, ${found.size} found`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const of = (kind: Served['kind']): string[] =>
    rest.filter((one) => one.kind === kind && found.has(one)).map((one) => one.name);
  const missed = rest.filter((one) => one.kind === 'mutant' && !found.has(one)).map((one) => one.name);
  onProgress(`${name} misses: ${missed.join(', ') || 'none'}`);
  return {
    name,
    caught: of('mutant'),
    alarms: of('variant'),
    red: baseline.size,
    broken,
    each: spent / 1000 / rest.length,
  };
}

function print({ name, caught, alarms, red, each }: Row, mutants: number, variants: number): string {
  return [
    name.padEnd(30),
    `${caught.length}/${mutants}`.padStart(6),
    `${alarms.length}/${variants}`.padStart(12),
    (red > 0 ? `yes (${red})` : 'no').padStart(17),
    each.toFixed(1).padStart(6),
  ].join('  ');
}
