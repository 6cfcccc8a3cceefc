import { readdirSync } from 'node:fs';

/** It needs a platform, and is not a page of the documentation. */
const CONSOLE = 'platform/index.html';

/** Routes of all pages in a built site, without the not-found page and the console. */
export function listRoutes(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file === 'index.html' || file.endsWith('/index.html'))
    .filter((file) => file !== CONSOLE)
    .map((file) => `/${file.slice(0, -'index.html'.length)}`)
    .sort();
}
