import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The search index of the site, built if it is not there. */
export interface SearchIndexFile {
  readonly file: string;
  /** Writes another file, which is removed with this one. */
  copy(text: string): Promise<string>;
  remove(): Promise<void>;
}

/** Where builds of the site put its index: for the tests with a browser, and for users. */
const BUILT = ['site/.cache/e2e/site', 'site/dist'].map((folder) => join(ROOT, folder, 'search-index.json'));

/** The search index of the documentation site as a build wrote it; builds the site if it is missing. */
export async function provideSearchIndex(): Promise<SearchIndexFile> {
  const find = () => BUILT.find((one) => existsSync(one));
  if (find() === undefined)
    await promisify(execFile)('npm', ['run', '--silent', 'build', '-w', 'site'], { cwd: ROOT });
  const file = find();
  if (file === undefined) throw new Error('The build of the site has written no search index.');
  const folder = await mkdtemp(join(tmpdir(), 'tessera-search-index-'));
  let copies = 0;
  return {
    file,
    async copy(text) {
      const copy = join(folder, `search-index-${copies++}.json`);
      await writeFile(copy, text);
      return copy;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
