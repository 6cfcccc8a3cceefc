import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UsageError } from './usage-error.ts';

/** A built site: a folder of files, with a page for unknown addresses. */
export interface Site {
  readonly register: (app: FastifyInstance) => void;
  /** Returns 404 with the site's page. */
  readonly notFound: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

/** The build puts the hash of the content into the name, so such a file never changes. */
const HASHED = /-(?:[\w-]{8}|\w{10})\.\w+(\.map)?$/;
const ASSETS = /(^|\/)assets\//;

const FOREVER = 'public, max-age=31536000, immutable';
const ALWAYS_ASK = 'no-cache';

/**
 * Reads the required files of a built site.
 * @throws UsageError when the folder is not a built site
 */
export function openSite(directory: string): Site {
  const root = resolve(directory);
  if (!existsSync(root) || !statSync(root).isDirectory()) {
    throw new UsageError(`--site ${directory}: there is no such folder; build the site first`);
  }
  for (const page of ['index.html', '404.html']) {
    if (!existsSync(join(root, page))) throw new UsageError(`--site ${directory}: it has no ${page}`);
  }
  const missing = readFileSync(join(root, '404.html'), 'utf8');
  return {
    register(app) {
      // Loaded here: a server without a site starts faster without it.
      app.register(async (scope) => {
        // By their defaults: in a bundle, a library of the older format has no other name.
        const { default: fastifyStatic } = await import('@fastify/static');
        const { default: compress } = await import('@fastify/compress');
        await scope.register(compress, { encodings: ['br', 'gzip'] });
        await scope.register(fastifyStatic, {
          root,
          extensions: ['html'],
          cacheControl: false,
          setHeaders: (reply, path) => {
            const forever = ASSETS.test(path.slice(root.length)) && HASHED.test(path);
            reply.header('cache-control', forever ? FOREVER : ALWAYS_ASK);
          },
        });
      });
    },
    notFound: (_request, reply) =>
      reply
        .code(404)
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', ALWAYS_ASK)
        .send(missing),
  };
}
