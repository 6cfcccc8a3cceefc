import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { ColorModePolicy } from '../shared/site.ts';
import { normalizeBaseUrl } from '../shared/urls.ts';
import { knownReleases } from './content/releases.ts';

/** The folder of this package, with all inputs of the build. */
export const SITE_ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface Settings {
  /** Origin under which the site is published, without a trailing slash. */
  readonly url: string;
  /** Path under that origin, one slash at each end. */
  readonly baseUrl: string;
  /** Address of the product; the navbar links there. */
  readonly productUrl: string;
  /** Absolute path of the folder that the build replaces. */
  readonly outDir: string;
  /** Absolute path of the content folder. */
  readonly contentDir: string;
  /** Releases with documentation beside the unreleased one, for example `2.3.0`. */
  readonly docsReleases: readonly string[];
  readonly colorMode: ColorModePolicy;
  /** What the address of a source file's editor begins with; the path in site/ follows. Empty for no edit links. */
  readonly editUrl: string;
  readonly examples: Examples;
  /** Build even when nothing changed. */
  readonly force: boolean;
}

const EXAMPLES = ['make', 'sample', 'kept'] as const;

/** Whether a build makes the examples of the requirement pages, or a few of them, or shows those made before. */
export type Examples = (typeof EXAMPLES)[number];

/** The build's settings: a flag wins over the environment, which wins over the default. */
const SETTINGS = [
  {
    name: 'url',
    env: 'TESSERA_SITE_URL',
    fallback: 'https://docs.tessera.example',
    meaning: 'origin of the published site',
  },
  {
    name: 'base-url',
    env: 'TESSERA_SITE_BASE_URL',
    fallback: '/',
    meaning: 'path of the site under its origin',
  },
  {
    name: 'product-url',
    env: 'TESSERA_PRODUCT_URL',
    fallback: 'https://tessera.example',
    meaning: 'home of the product',
  },
  {
    name: 'out',
    env: 'TESSERA_SITE_OUT',
    fallback: 'dist',
    meaning: 'folder of the built site, relative to site/',
  },
  {
    name: 'content',
    env: 'TESSERA_SITE_CONTENT',
    fallback: 'content',
    meaning: 'folder to read, relative to site/',
  },
  {
    name: 'docs-releases',
    env: 'TESSERA_SITE_DOCS_RELEASES',
    fallback: knownReleases().at(-1) ?? '',
    meaning: 'releases with separate documentation, separated by commas',
  },
  {
    name: 'color-mode',
    env: 'TESSERA_SITE_COLOR_MODE',
    fallback: 'switch',
    meaning:
      'switch (light until the reader switches), system (as the system prefers until then) or light (no switch)',
  },
  {
    name: 'edit-url',
    env: 'TESSERA_SITE_EDIT_URL',
    fallback: '',
    meaning: 'what edit links begin with, for example https://host/edit/main/site/; none without it',
  },
  {
    name: 'examples',
    env: 'TESSERA_SITE_EXAMPLES',
    fallback: 'make',
    meaning:
      'make (runs the conformance suite, once and for about a minute, for the examples of the requirement pages), sample (a few of them, for tests) or kept (shows those that have been made, or none)',
  },
] as const;

/** Wrong usage of the command: the message says how, the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The table of settings, as the help of a command shows it. */
export function settingsHelp(): string {
  const rows = SETTINGS.map(({ name, env, fallback, meaning }) => {
    const standard = fallback === '' ? '' : ` (default ${fallback})`;
    return `  --${name.padEnd(14)} ${meaning}${standard}; or ${env}`;
  });
  return [...rows, `  --${'force'.padEnd(14)} build even when nothing changed`].join('\n');
}

/** Reads flags and environment. @throws UsageError on an unknown flag and on an invalid value */
export function readSettings(args: readonly string[], env: NodeJS.ProcessEnv): Settings {
  const values = readFlags(args);
  const read = (name: (typeof SETTINGS)[number]['name']): string => {
    const row = SETTINGS.find((candidate) => candidate.name === name);
    return values[name] ?? (row && (env[row.env] || row.fallback)) ?? '';
  };
  return {
    url: readWebAddress('url', read('url')).replace(/\/+$/, ''),
    baseUrl: readBaseUrl(read('base-url')),
    productUrl: readWebAddress('product-url', read('product-url')),
    outDir: path.resolve(SITE_ROOT, read('out')),
    contentDir: readFolder(read('content')),
    docsReleases: readReleases(read('docs-releases')),
    colorMode: readColorMode(read('color-mode')),
    editUrl: read('edit-url') && readWebAddress('edit-url', read('edit-url')),
    examples: readExamples(read('examples')),
    force: values.force ?? false,
  };
}

function readFlags(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    url: text,
    'base-url': text,
    'product-url': text,
    out: text,
    content: text,
    'docs-releases': text,
    'color-mode': text,
    'edit-url': text,
    examples: text,
    force: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function readExamples(text: string): Examples {
  const found = EXAMPLES.find((one) => one === text);
  if (found === undefined) throw new UsageError(`--examples: ${text} is not one of ${EXAMPLES.join(', ')}`);
  return found;
}

/** The text unchanged, if it is a web address. */
function readWebAddress(name: string, text: string): string {
  const protocol = URL.canParse(text) ? new URL(text).protocol : null;
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new UsageError(`--${name}: ${text} is no address that begins with https:// or http://`);
  return text;
}

function readFolder(text: string): string {
  const folder = path.resolve(SITE_ROOT, text);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`--content: ${folder} is no folder`);
  return folder;
}

/** Letters, digits and a few signs between slashes: names that every host serves unchanged. */
const BASE_URL = /^[\w.~/-]*$/;

function readBaseUrl(text: string): string {
  if (!BASE_URL.test(text))
    throw new UsageError(`--base-url: ${text} is no path under the origin, such as / or /handbook/`);
  return normalizeBaseUrl(text);
}

function readReleases(text: string): string[] {
  const names = text.split(',').filter((name) => name !== '');
  const unknown = names.filter((name) => !knownReleases().includes(name));
  if (unknown.length > 0)
    throw new UsageError(
      `--docs-releases: ${unknown.join(', ')} is no release; known: ${knownReleases().join(', ')}`,
    );
  return names;
}

const COLOR_MODES: readonly ColorModePolicy[] = ['switch', 'system', 'light'];

function readColorMode(text: string): ColorModePolicy {
  const mode = COLOR_MODES.find((known) => known === text);
  if (mode === undefined)
    throw new UsageError(`--color-mode: ${text} is not one of ${COLOR_MODES.join(', ')}`);
  return mode;
}
