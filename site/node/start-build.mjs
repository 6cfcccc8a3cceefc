import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

// Loading and compiling the modules of the build one by one takes longer than bundling them first.
const cache = path.join(import.meta.dirname, '..', '.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(path.join(cache, 'program-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

await build({
  entryPoints: [path.join(import.meta.dirname, 'build.ts')],
  outdir: folder,
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  jsx: 'automatic',
  logLevel: 'warning',
  plugins: [{ name: 'own-place', setup: keepPlaces }],
});
await import(pathToFileURL(path.join(folder, 'build.js')).href);

/**
 * A bundled module sees the path of its source in `import.meta`.
 * @param {import('esbuild').PluginBuild} bundler
 */
function keepPlaces(bundler) {
  bundler.onLoad({ filter: /\.tsx?$/ }, ({ path: file }) => ({
    contents: readFileSync(file, 'utf8')
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
      .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file))),
    loader: file.endsWith('x') ? 'tsx' : 'ts',
  }));
}
