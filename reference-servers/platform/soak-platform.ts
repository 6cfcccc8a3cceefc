import { Command, InvalidArgumentError, readProgram } from '@tessera/cli';
import { type Sample, type SoakReport, soak } from './testing/soak.ts';

/** How fast memory may grow after the warm-up, in megabytes for each minute: noise of the garbage collector is below. */
const MOST_GROWTH_MB = 1;

const program = new Command('npm run soak:platform --')
  .description(
    'Sends mixed traffic to a platform on a PostgreSQL server of this machine: deployments, validations, reads and wrong ' +
      'requests. Then sends five times as many requests at once as it handles. Exit code 1 when a request fails, when memory ' +
      `grows by more than ${MOST_GROWTH_MB} MB a minute after the warm-up, or when the platform does not shed and recover.`,
  )
  .option('--minutes <n>', 'how long', positive, 30)
  .option('--rate <n>', 'actions that begin each second', positive, 10)
  .option('--json', 'print the numbers as JSON', false);
const { minutes, rate, json } = readProgram<{ minutes: number; rate: number; json: boolean }>(
  program,
  'npm run soak:platform',
  'npm run soak:platform -- --minutes 5 --rate 5',
);
const onSample = (sample: Sample): void => {
  if (!json) console.log(lineOf(sample));
};
if (!json) {
  console.log(`${rate} actions a second for ${minutes} minutes`);
  console.log('minute  actions  errors  resident MB  heap MB');
}
const report = await soak({ minutes, rate, onSample });
if (json) console.log(JSON.stringify(report, undefined, 2));
else print(report);
process.exitCode = isFine(report) ? 0 : 1;

function lineOf({ minute, actions, errors, residentMB, heapMB }: Sample): string {
  const columns = [minute.toFixed(1), actions, errors, Math.round(residentMB), Math.round(heapMB)];
  const widths = [6, 9, 8, 13, 9];
  return columns.map((value, index) => String(value).padStart(widths[index] ?? 0)).join('');
}

function print({ samples, errors, growthMB, overload }: SoakReport): void {
  const { answered, shed, others, recoveredMs } = overload;
  const [early, last] = [samples.find(({ minute }) => minute >= 1) ?? samples[0], samples.at(-1)];
  for (const error of new Set(errors)) console.log(`error: ${error}`);
  console.log(`
actions   ${last?.actions ?? 0}, ${rateOf(last).toFixed(1)} a second of ${rate}, ${errors.length} errors
memory    ${memoryOf(early)}; ${memoryOf(last)}
growth    resident ${growthMB.resident.toFixed(2)} MB a minute, heap ${growthMB.heap.toFixed(2)} MB a minute, after the warm-up
overload  ${answered} answered, ${shed} shed with 503, ${others} others; the next request was answered after ${recoveredMs} ms`);
}

/** Actions a second that really began: fewer than asked for where this machine is too slow. */
function rateOf(last: Sample | undefined): number {
  return last === undefined ? 0 : last.actions / (last.minute * 60);
}

function memoryOf(sample: Sample | undefined): string {
  if (sample === undefined) return 'not measured';
  const { minute, residentMB, heapMB } = sample;
  return `minute ${minute.toFixed(1)}: ${Math.round(residentMB)} MB resident, ${Math.round(heapMB)} MB heap`;
}

function isFine({ errors, growthMB, overload }: SoakReport): boolean {
  const isFlat = Math.max(growthMB.resident, growthMB.heap) <= MOST_GROWTH_MB;
  return errors.length === 0 && isFlat && overload.shed > 0 && overload.others === 0;
}

function positive(text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new InvalidArgumentError('It is a number above 0.');
  return number;
}
