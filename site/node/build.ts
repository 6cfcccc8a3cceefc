import './production.ts';
import path from 'node:path';
import { buildSite } from './build-site.ts';
import { readSettings } from './config.ts';
import { BuildFailure } from './problems.ts';

const started = performance.now();
try {
  const settings = readSettings(process.argv.slice(2), process.env);
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
