import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Gate, judge, skip } from './gate.ts';
import { describeSurface } from './public-surface.ts';

const ROOM = 'client-sdk';
const DOOR = `${ROOM}/src/index.ts`;
const FILE = `${ROOM}/API.md`;

/** The public surface of the client is a committed file, so that a reviewer sees it change. */
export const surface: Gate = {
  name: 'surface',
  asserts: `${FILE} lists what ${DOOR} exports, and nothing else`,
  fix: 'npm run surface, then read the diff of client-sdk/API.md as a user of the client would',
  async run(root) {
    if (!existsSync(join(root, DOOR))) return skip(`${DOOR} does not exist yet`);
    const wanted = describeSurface(join(root, ROOM), DOOR.slice(ROOM.length + 1));
    const there = existsSync(join(root, FILE)) ? readFileSync(join(root, FILE), 'utf8') : '';
    return judge(firstDifference(there.split('\n'), wanted.split('\n')));
  },
  write(root) {
    if (!existsSync(join(root, DOOR))) return;
    writeFileSync(join(root, FILE), describeSurface(join(root, ROOM), DOOR.slice(ROOM.length + 1)));
  },
};

function firstDifference(there: readonly string[], wanted: readonly string[]) {
  const longer = there.length > wanted.length ? there : wanted;
  const index = longer.findIndex((_, line) => there[line] !== wanted[line]);
  if (index < 0) return [];
  const said = `says '${there[index] ?? ''}', the sources say '${wanted[index] ?? ''}'`;
  return [{ where: `${FILE}:${index + 1}`, message: said }];
}
