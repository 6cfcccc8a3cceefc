import { areas } from '@tessera/contracts/apis';
import type { FastifyInstance } from 'fastify';
import { ALL, type Config } from './config.ts';
import { createServer } from './harness/create-server.ts';
import { normalisePrefix } from './harness/mount.ts';
import { DOCUMENT_PATH } from './harness/routes.ts';
import { servers } from './servers.ts';
import { openSite } from './site.ts';

/** A server that is ready to listen, and what to tell about it. */
export interface Prepared {
  readonly app: FastifyInstance;
  /** Name and path of everything that can be opened. */
  readonly places: readonly (readonly [name: string, path: string])[];
}

/** Puts together what the configuration asks for. Warnings and errors go to standard error, one JSON object a line. */
export function prepare(config: Config): Prepared {
  const chosen = servers.filter(({ id }) => config.command === ALL || config.command === id);
  const mounts = chosen.map((entry) => entry.create(config));
  const site = config.site === undefined ? undefined : openSite(config.site);
  const app = createServer({
    mounts,
    logger: { level: 'warn', stream: process.stderr },
    ...(site === undefined ? {} : { notFound: site.notFound }),
  });
  site?.register(app);
  const places: [string, string][] = [];
  if (site !== undefined) {
    places.push(['Site', '/']);
    places.push(...areas.map(({ id, title }): [string, string] => [`${title} reference`, referencePath(id)]));
  }
  for (const { contract, prefix } of mounts) {
    const base = normalisePrefix(prefix ?? contract.table.prefix);
    places.push([contract.table.title, base || '/'], ['  OpenAPI file', base + DOCUMENT_PATH]);
  }
  return { app, places };
}

/** Where the site shows the reference of an area. */
function referencePath(area: string): string {
  return area === 'platform' ? '/api/' : `/${area}/`;
}

/** The table that is printed once the server listens. */
export function describePlaces(places: Prepared['places'], origin: string): string {
  const width = Math.max(...places.map(([name]) => name.length));
  return places.map(([name, path]) => `  ${name.padEnd(width)}  ${origin}${path}`).join('\n');
}
