import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { SITE_ROOT } from '../node/config.ts';

const run = promisify(execFile);

/** A site for many test files: built once before the first of them, so that no two build it in parallel. */
interface BuiltSite {
  readonly folder: string;
  /** The output of a failed build: for every test that needs the site, and for no other. */
  readonly failure?: string;
}

const SHARED = { site: () => build('site'), fixture: () => buildFixture('fixture') };

/** The name of such a site. */
export type SharedSite = keyof typeof SHARED;

declare module 'vitest' {
  export interface ProvidedContext {
    sharedSites: Readonly<Record<SharedSite, BuiltSite>>;
  }
}

/** Vitest calls it before the first test of a browser. */
export async function setup({ provide }: TestProject): Promise<void> {
  const [site, fixture] = await Promise.all([attempt('site'), attempt('fixture')]);
  provide('sharedSites', { site, fixture });
}

async function attempt(name: SharedSite): Promise<BuiltSite> {
  try {
    return { folder: await SHARED[name]() };
  } catch (error) {
    return { folder: '', failure: String(error) };
  }
}

/** Builds a small site with features that the real one lacks; returns its folder. */
export function buildFixture(name: string, ...flags: string[]): Promise<string> {
  const content = path.join(SITE_ROOT, 'e2e', 'fixture');
  const releases = ['--docs-releases', '2.3.0,2.2.0', '--edit-url', 'https://code.example/edit/'];
  return build(name, '--content', content, ...releases, ...flags);
}

/** Runs the build as its users do; it returns at once when nothing has changed. */
async function build(name: string, ...flags: string[]): Promise<string> {
  const out = path.join(SITE_ROOT, '.cache', 'e2e', name);
  // Without dates of commits, so that pages and pictures do not change with the history.
  const env = { ...process.env, GIT_DIR: devNull };
  await run('npm', ['run', 'build', '--', '--out', out, ...flags], { cwd: SITE_ROOT, env });
  return out;
}
