import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { SITE_ROOT } from '../config.ts';

const WORKSPACE = path.join(SITE_ROOT, '..');
const ROOMS_WITH_COMMANDS = ['scripts/cli', 'reference-servers', 'reference-servers/platform', 'conformance'];

/** With this, V8 optimizes no code of the embedded database, which costs more than it saves in a short run. */
const SHORT_LIVED = '--liftoff-only';

/** What `npx NAME` starts with the installed packages of this workspace: the arguments of `node`. */
export function workspaceCommands(): Map<string, readonly string[]> {
  const tsx = path.join(
    path.dirname(createRequire(import.meta.url).resolve('tsx/package.json')),
    'dist/cli.mjs',
  );
  const commands = new Map<string, readonly string[]>([['tsx', [tsx]]]);
  for (const room of ROOMS_WITH_COMMANDS) {
    const text = readFileSync(path.join(WORKSPACE, room, 'package.json'), 'utf8');
    const { bin }: { bin: Readonly<Record<string, string>> } = JSON.parse(text);
    for (const [name, file] of Object.entries(bin))
      commands.set(name, [SHORT_LIVED, path.join(WORKSPACE, room, file)]);
  }
  return commands;
}
