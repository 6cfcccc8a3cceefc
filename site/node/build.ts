import './production.ts';
import path from 'node:path';
import { buildSite } from './build-site.ts';
import { commandSettings } from './command-line.ts';
import { BuildFailure } from './problems.ts';

const WHAT = `Builds the site from its content, the contracts and what the other rooms say about themselves.

Usage: npm run build -w site -- [flags]`;

const started = performance.now();
const settings = commandSettings(WHAT);
try {
  const result = await buildSite(settings);
  const where = path.relative(process.cwd(), settings.outDir) || '.';
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    result.wasBuilt
      ? `Built ${result.pages} pages (${result.files} files) into ${where} in ${seconds} s`
      : `Nothing changed: ${where} is up to date (${seconds} s)`,
  );
} catch (error) {
  if (!(error instanceof BuildFailure)) throw error;
  console.error(`The site was not built: ${error.message}`);
  process.exitCode = 1;
}
