import './production.ts';
import path from 'node:path';
import { commandSettings } from './command-line.ts';
import { findObstacle, readStamp, stampOf } from './output/output-folder.ts';
import { BuildFailure } from './problems.ts';

const WHAT = `Builds the site from its content, the contracts and what the other rooms say about themselves.

Usage: npm run build -w site -- [flags]`;

const started = performance.now();
const settings = commandSettings(WHAT);
const { outDir, force } = settings;
try {
  const where = path.relative(process.cwd(), outDir) || '.';
  const stamp = stampOf(settings);
  if (!force && readStamp(outDir) === stamp) {
    console.log(`Nothing changed: ${where} is up to date (${seconds()} s)`);
  } else {
    const obstacle = findObstacle(outDir);
    if (obstacle !== null) throw new BuildFailure([{ file: outDir, message: obstacle }]);
    // Imported late: its compilers take longer to load than all of the above.
    const { buildSite } = await import('./build-site.ts');
    const { pages, files } = await buildSite(settings, stamp);
    console.log(`Built ${pages} pages (${files} files) into ${where} in ${seconds()} s`);
  }
} catch (error) {
  if (!(error instanceof BuildFailure)) throw error;
  console.error(`The site was not built: ${error.message}`);
  process.exitCode = 1;
}

function seconds(): string {
  return ((performance.now() - started) / 1000).toFixed(1);
}
