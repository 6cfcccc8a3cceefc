import { commandPaths } from '../command-line.ts';
import { readSettings } from '../config.ts';
import { describe } from '../problems.ts';

const WHAT = `Runs, compiles and validates the samples of the documentation's pages.

Every sample is printed with its place and a verdict; the exit code is 1 if one is not what its page says.

Usage: npm run samples -w site -- [path prefix...]
  A prefix like p1_user/p2_managing_data_products takes the pages whose source begins with it, below any folder.`;

const prefixes = commandPaths(WHAT);
// After the flags: their compilers take longer to load than it takes to report an invalid flag.
const [{ checkSamples }, { loadSamplePages }] = await Promise.all([
  import('./check-samples.ts'),
  import('./sample-pages.ts'),
]);
process.exitCode = await check(prefixes.length === 0 ? [''] : prefixes);

async function check(wanted: readonly string[]): Promise<number> {
  const settings = readSettings([], process.env);
  const pages = wanted.flatMap((prefix) => loadSamplePages(settings, prefix));
  if (pages.length === 0) {
    console.error(`No page below ${wanted.join(' or ')} has a sample.`);
    return 2;
  }
  const problems = await checkSamples(pages);
  for (const { file, samples } of pages) {
    for (const { line, meta, code } of samples) {
      const end = line + code.split('\n').length;
      const isWrong = problems.some(
        (one) => one.file === file && (one.line ?? 0) >= line && (one.line ?? 0) <= end,
      );
      console.log(`${isWrong ? 'FAIL' : 'ok  '}  ${file}:${line}  ${meta.language} ${meta.mode ?? ''}`);
    }
  }
  const count = pages.reduce((sum, { samples }) => sum + samples.length, 0);
  for (const problem of problems) console.error(`\n${describe(problem).trim()}`);
  console.log(`\n${count} samples on ${pages.length} pages, ${problems.length} problems`);
  return problems.length === 0 ? 0 : 1;
}
