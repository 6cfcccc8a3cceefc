import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Another generator that builds the same corpus; installed for the comparison only. */
interface Peer {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
  /** Where the corpus goes, and the files that make a project of it. */
  readonly docs: string;
  files(docs: string): Readonly<Record<string, string>>;
  readonly command: readonly [string, ...string[]];
  readonly output: string;
  /** What is left from one build to the next; removed before a cold one. */
  readonly caches: readonly string[];
  /** The link to the next page, for a peer that swaps pages in place. */
  readonly next: string | null;
}

/** What came of a peer. */
export type BuiltPeer =
  | { readonly name: string; readonly folder: string; readonly cold: number; readonly next: string | null }
  | { readonly name: string; readonly absent: string };

const TITLE = 'A corpus';

const PEERS: readonly Peer[] = [
  {
    name: 'Docusaurus',
    dependencies: {
      '@docusaurus/core': '3.10.2',
      '@docusaurus/preset-classic': '3.10.2',
      '@easyops-cn/docusaurus-search-local': '0.55.3',
      react: '19.3.1',
      'react-dom': '19.3.1',
    },
    docs: 'docs',
    files: () => ({
      'docusaurus.config.js': `module.exports = ${JSON.stringify({
        title: TITLE,
        url: 'https://corpus.example',
        baseUrl: '/',
        trailingSlash: true,
        onBrokenLinks: 'ignore',
        presets: [['classic', { blog: false, docs: {}, theme: {} }]],
        themes: [['@easyops-cn/docusaurus-search-local', { hashed: true, indexBlog: false }]],
        themeConfig: { navbar: { title: TITLE } },
      })};\n`,
    }),
    command: ['node_modules/.bin/docusaurus', 'build'],
    output: 'build',
    caches: ['.docusaurus', 'node_modules/.cache'],
    next: '.pagination-nav__link--next',
  },
  {
    name: 'Starlight',
    dependencies: { astro: '5.18.2', '@astrojs/starlight': '0.37.6' },
    docs: 'src/content/docs/docs',
    files: () => ({
      'astro.config.mjs': `import starlight from '@astrojs/starlight';
export default {
  integrations: [starlight({ title: '${TITLE}', sidebar: [{ label: 'Docs', autogenerate: { directory: 'docs' } }] })],
};
`,
      'src/content.config.ts': `import { defineCollection } from 'astro:content';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
`,
    }),
    command: ['node_modules/.bin/astro', 'build'],
    output: 'dist',
    caches: ['.astro', 'node_modules/.astro', 'node_modules/.vite'],
    next: null,
  },
  {
    name: 'VitePress',
    dependencies: { vitepress: '1.6.4' },
    docs: 'docs',
    files: (docs) => ({
      '.vitepress/config.mjs': `export default ${JSON.stringify({
        title: TITLE,
        ignoreDeadLinks: true,
        rewrites: { 'docs/:path*/:page.md': 'docs/:path*/:page/index.md' },
        themeConfig: { search: { provider: 'local' }, sidebar: sidebarOf(docs, '/docs/') },
      })};\n`,
    }),
    command: ['node_modules/.bin/vitepress', 'build'],
    output: '.vitepress/dist',
    caches: ['.vitepress/cache'],
    next: '.pager-link.next',
  },
];

interface Entry {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly Entry[];
}

/** Installs and builds every peer from the documents of the corpus; one that cannot be is absent, with the reason. */
export function buildPeers(corpus: string): BuiltPeer[] {
  return PEERS.map((peer) => {
    const project = path.join(tmpdir(), 'tessera-bench-peers', peer.name.toLowerCase());
    try {
      prepare(peer, project, corpus);
      for (const cache of [...peer.caches, peer.output])
        rmSync(path.join(project, cache), { recursive: true, force: true });
      const start = performance.now();
      const [program, ...args] = peer.command;
      run(project, path.join(project, program), args);
      const cold = (performance.now() - start) / 1000;
      return { name: peer.name, folder: path.join(project, peer.output), cold, next: peer.next };
    } catch (error) {
      return { name: peer.name, absent: lastLine(error) };
    }
  });
}

function prepare(peer: Peer, project: string, corpus: string): void {
  const docs = path.join(project, peer.docs);
  rmSync(docs, { recursive: true, force: true });
  cpSync(path.join(corpus, 'docs'), docs, { recursive: true });
  write(project, 'package.json', JSON.stringify({ private: true, dependencies: peer.dependencies }));
  for (const [name, text] of Object.entries(peer.files(docs))) write(project, name, text);
  if (!existsSync(path.join(project, 'node_modules')))
    run(project, 'npm', ['install', '--no-audit', '--no-fund', '--no-package-lock']);
}

function run(cwd: string, program: string, args: readonly string[]): void {
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' };
  execFileSync(program, args, { cwd, env, stdio: 'pipe' });
}

/** Folders as groups, pages by their number. */
function sidebarOf(folder: string, route: string): Entry[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
    .map((entry) =>
      entry.isDirectory()
        ? { text: entry.name, items: sidebarOf(path.join(folder, entry.name), `${route}${entry.name}/`) }
        : { text: entry.name.replace('.md', ''), link: `${route}${entry.name.replace('.md', '/')}` },
    );
}

function write(folder: string, name: string, text: string): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The line of a failed command that says why. */
function lastLine(error: unknown): string {
  const said = String(Reflect.get(Object(error), 'stderr') ?? '').trim() || String(error);
  return said.split('\n').find((line) => /error/i.test(line)) ?? said.split('\n').at(-1) ?? '';
}
