import { startAdapter } from '../mutants/adapter.ts';
import { changesOf } from '../mutants/mutant.ts';
import type { Habits } from '../mutants/server.ts';
import { adapterMutants } from '../mutants/tech-adapter/mutants.ts';
import { VARIANTS } from '../variants/variants.ts';

/*
 * Serves adapters with jobs of 150 ms until the process ends and prints one line of JSON for each: the adapters named
 * as arguments, or one correct adapter by default. `--every N` serves the correct adapter, every Nth mutant and every
 * Nth variant.
 */
interface Served {
  readonly kind: 'good' | 'mutant' | 'variant';
  readonly name: string;
  habits(): Partial<Habits>;
}

const MUTANTS = adapterMutants.map(
  (mutant): Served => ({ kind: 'mutant', name: mutant.defect, habits: () => changesOf(mutant) }),
);

const [, , ...args] = process.argv;
const every = args[0] === '--every' ? Number(args[1]) : undefined;
const unknown = args.find((name) => every === undefined && MUTANTS.every((one) => one.name !== name));
if (unknown !== undefined) throw new Error(`there is no mutant '${unknown}'`);
const good: Served = { kind: 'good', name: 'good', habits: () => ({}) };
const chosen =
  every === undefined
    ? MUTANTS.filter(({ name }) => args.includes(name))
    : [
        ...MUTANTS.filter((_one, index) => index % every === 0),
        ...VARIANTS.filter((_one, index) => index % every === 0).map(
          ({ name, habits }): Served => ({ kind: 'variant', name, habits }),
        ),
      ];
for (const { kind, name, habits } of every === undefined && chosen.length > 0 ? chosen : [good, ...chosen]) {
  const adapter = await startAdapter({ work: 150, ...habits() });
  console.log(JSON.stringify({ kind, name, url: adapter.url.href }));
}
console.log('ready');
