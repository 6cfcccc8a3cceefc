import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** It needs a platform, and is not a page of the documentation. */
const CONSOLE = 'platform/index.html';

/** A page that leads to the same one elsewhere. */
const IS_REDIRECT = /<script>location\.replace/;

/** Routes of all pages in a built site, without the not-found page, the console and redirects. */
export function listRoutes(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file === 'index.html' || file.endsWith('/index.html'))
    .filter((file) => file !== CONSOLE && !IS_REDIRECT.test(readFileSync(path.join(folder, file), 'utf8')))
    .map((file) => `/${file.slice(0, -'index.html'.length)}`)
    .sort();
}
