import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Bytes of an application as a browser would load it; its imports are looked up from `resolveDir`. */
export async function bundleSize(
  application: string,
  resolveDir: string,
): Promise<{ minified: number; gzip: number }> {
  const { outputFiles } = await build({
    stdin: { contents: application, resolveDir, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['tessera-source'],
    logLevel: 'silent',
  });
  const contents = outputFiles[0]?.contents ?? new Uint8Array();
  return { minified: contents.length, gzip: gzipSync(contents, { level: 9 }).length };
}
