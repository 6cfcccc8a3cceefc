import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Gate, judge, skip } from './gate.ts';
import { type Door, describeSurface } from './public-surface.ts';

const ROOM = 'client-sdk';
const DOOR = `${ROOM}/src/index.ts`;
const FILE = `${ROOM}/API.md`;

/** The public surface of the client is a committed file, so that a reviewer sees it change. */
export const surface: Gate = {
  name: 'surface',
  asserts: `${FILE} lists what ${DOOR} and the other doors export, and nothing else`,
  fix: 'npm run surface, then read the diff of client-sdk/API.md as a user of the client would',
  reads: ['client-sdk/', 'generated/', 'scripts/', 'package-lock.json'],
  async run(root) {
    if (!existsSync(join(root, DOOR))) return skip(`${DOOR} does not exist yet`);
    const wanted = describeSurface(join(root, ROOM), doorsOf(root));
    const there = existsSync(join(root, FILE)) ? readFileSync(join(root, FILE), 'utf8') : '';
    return judge(firstDifference(there.split('\n'), wanted.split('\n')));
  },
  write(root) {
    if (!existsSync(join(root, DOOR))) return;
    writeFileSync(join(root, FILE), describeSurface(join(root, ROOM), doorsOf(root)));
  },
};

/** The main entry point, and those of `exports` with separate sources. */
function doorsOf(root: string): Door[] {
  const path = join(root, ROOM, 'package.json');
  const json: { name?: string; exports?: Record<string, unknown> } = JSON.parse(readFileSync(path, 'utf8'));
  const others = Object.entries(json.exports ?? {}).flatMap(([key, target]) => {
    if (key === '.' || typeof target !== 'object' || target === null) return [];
    if (!('tessera-source' in target) || typeof target['tessera-source'] !== 'string') return [];
    return [{ name: `${json.name}${key.slice(1)}`, file: target['tessera-source'].replace('./', '') }];
  });
  return [{ name: json.name ?? '', file: DOOR.slice(ROOM.length + 1) }, ...others];
}

function firstDifference(there: readonly string[], wanted: readonly string[]) {
  const longer = there.length > wanted.length ? there : wanted;
  const index = longer.findIndex((_, line) => there[line] !== wanted[line]);
  if (index < 0) return [];
  const said = `says '${there[index] ?? ''}', the sources say '${wanted[index] ?? ''}'`;
  return [{ where: `${FILE}:${index + 1}`, message: said }];
}
