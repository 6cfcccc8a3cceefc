import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { clientBundle } from '../output/client-bundle.ts';
import { escapeHtml } from '../output/escape.ts';
import type { Output } from '../output/output-folder.ts';
import { PLAYER } from './recording-block.ts';

const FOLDER = path.posix.dirname(PLAYER);

/**
 * The player runs in a separate document: it compiles WebAssembly and sets styles, which no other page of the site
 * allows, and it is fetched only when a reader opens a recording.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Adds the recordings of the content, and their player, to the output. */
export async function addRecordingFiles(output: Output, contentDir: string): Promise<void> {
  const casts = readdirSync(contentDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.cast'),
  );
  if (casts.length === 0) return;
  for (const cast of casts)
    output.set(`${FOLDER}/${path.basename(cast)}`, readFileSync(path.join(contentDir, cast), 'utf8'));
  const player = await clientBundle('player');
  for (const [name, file] of player.files) output.set(`${FOLDER}/${name}`, readFileSync(file));
  const { file, css } = player.entry('app/player/player.ts');
  output.set(PLAYER, documentOf(file, css));
}

function documentOf(script: string, styles: readonly string[]): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    '<title>Recording</title>',
    ...styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    `<script type="module" src="${escapeHtml(script)}"></script>`,
    '</head>',
    '<body>',
    '<main id="player"></main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
