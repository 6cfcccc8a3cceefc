import { existsSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml; charset=utf-8',
};

export interface StaticServer {
  readonly origin: string;
  /** The requested paths, in order; requests that the browser's cache answered are missing. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/**
 * How well scripts are compressed: as well as possible, as hosts do it once, or as fast as pages, where sizes do not matter.
 * The former takes five seconds for the interactive reference.
 */
export type Compression = 'best' | 'fast';

/**
 * Serves a built site as a static host would: folders by their index, 404.html for the rest, hashed files with an
 * unlimited cache lifetime.
 */
export async function serveStatic(
  folder: string,
  baseUrl = '/',
  port = 0,
  compression: Compression = 'best',
): Promise<StaticServer> {
  const asked: string[] = [];
  const zip = keepCompressed(compression);
  const server = createServer(async (request, response) => {
    const [target = '/'] = (request.url ?? '/').split('?');
    // Two slashes at the beginning of a redirect would name another host.
    const pathname = target.replace(/^\/+/, '/');
    asked.push(pathname);
    const redirect = redirectOf(folder, baseUrl, pathname);
    if (redirect !== null) {
      response.writeHead(308, { location: redirect }).end();
      return;
    }
    const file = fileOf(folder, baseUrl, pathname);
    const found = file ?? path.join(folder, '404.html');
    const isHashed = pathname.startsWith(`${baseUrl}assets/`);
    const encoding = encodingFor(request.headers['accept-encoding'] ?? '');
    const body = await (encoding === null ? readFile(found) : zip(found, encoding)).catch(() => null);
    if (body === null) {
      response.writeHead(404, { 'content-type': TYPES['.txt'] }).end('Not found\n');
      return;
    }
    response.writeHead(file === null ? 404 : 200, {
      'content-length': body.length,
      'content-type': TYPES[path.extname(found)] ?? 'application/octet-stream',
      ...(encoding !== null && { 'content-encoding': encoding }),
      vary: 'accept-encoding',
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    response.end(body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return { origin: originOf(server), asked, close: () => closeServer(server) };
}

type Encoding = 'br' | 'gzip';

/** With this, hosts compress pages for each request. */
const FAST_QUALITY = 5;

function encodingFor(accepted: string): Encoding | null {
  return (['br', 'gzip'] as const).find((name) => new RegExp(`\\b${name}\\b`).test(accepted)) ?? null;
}

/** Compressed files, cached until the file changes: a static host has them ready. */
function keepCompressed(compression: Compression): (file: string, encoding: Encoding) => Promise<Buffer> {
  const qualityOf = (file: string): number =>
    compression === 'best' && file.endsWith('.js') ? zlib.BROTLI_MAX_QUALITY : FAST_QUALITY;
  const kept = new Map<string, { readonly written: number; readonly body: Promise<Buffer> }>();
  return async (file, encoding) => {
    const written = (await stat(file)).mtimeMs;
    const key = `${encoding} ${file}`;
    let one = kept.get(key);
    if (one?.written !== written) {
      one = { written, body: readFile(file).then((content) => compress(content, encoding, qualityOf(file))) };
      kept.set(key, one);
    }
    return one.body;
  };
}

async function compress(content: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'gzip') return promisify<Buffer, Buffer>(gzip)(content);
  return promisify(brotliCompress)(content, { params: { [zlib.BROTLI_PARAM_QUALITY]: quality } });
}

function originOf(server: Server): string {
  const { port } = server.address() as AddressInfo; // a TCP server that listens
  return `http://127.0.0.1:${port}`;
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Null when there is no such file under the folder. */
function fileOf(folder: string, baseUrl: string, pathname: string): string | null {
  if (!pathname.startsWith(baseUrl)) return null;
  let relative: string;
  try {
    relative = decodeURIComponent(pathname.slice(baseUrl.length));
  } catch {
    return null;
  }
  const file = path.join(
    folder,
    relative.endsWith('/') || relative === '' ? `${relative}index.html` : relative,
  );
  if (!file.startsWith(folder + path.sep)) return null;
  return existsSync(file) && statSync(file).isFile() ? file : null;
}

function redirectOf(folder: string, baseUrl: string, pathname: string): string | null {
  if (pathname.endsWith('/')) return null;
  return fileOf(folder, baseUrl, `${pathname}/`) === null ? null : `${pathname}/`;
}
