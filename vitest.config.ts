import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { RUNS_ALL } from './scripts/test-cases.js';

/**
 * Workspace packages resolve to their TypeScript sources, so that tests see each change at once. Node and Vite add `import` or
 * `require` themselves: given here, a package that is required would get its ES module.
 */
const CONDITIONS = ['tessera-source', 'node'];

/**
 * The bundle of the router, once it is built: its package compiles the schema of OpenAPI for each server, which is four fifths
 * of the time that a server of a test takes.
 */
const ROUTER = join(import.meta.dirname, 'reference-servers/dist/glue/glue.js');
const ALIASES: Readonly<Record<string, string>> = existsSync(ROUTER) ? { '#glue': ROUTER } : {};

const ROOMS = ['scripts', 'client-sdk', 'reference-servers', 'conformance', 'site'];

// Tests of the site, and the builds that they start, need few of the examples of the requirement pages.
process.env['TESSERA_SITE_EXAMPLES'] ??= RUNS_ALL ? 'make' : 'sample';

/** Tests that take too long for each push are named `x.nightly.test.ts`: only `npm run test:nightly` runs them. */
const NIGHTLY_TESTS = '**/*.nightly.{test,browser.test}.{ts,tsx}';

const NEVER = ['**/node_modules/**', '**/dist/**', '**/.cache/**', ...(RUNS_ALL ? [] : [NIGHTLY_TESTS])];

/**
 * Tests wait for servers and browsers a third of their time, and the longest of them for most of it, so two workers more than
 * cores keep the machine busy.
 */
const WORKERS = availableParallelism() + 2;

/**
 * With this, V8 optimizes no WebAssembly: for the embedded database of the platform that costs more than it saves, because
 * most tests start another one.
 */
const SHORT_LIVED = ['--liftoff-only'];

/** Rooms whose tests run the platform in their process. */
const RUN_THE_PLATFORM = ['client-sdk', 'reference-servers'];

/**
 * Limit of every wait, in milliseconds. It only ends a test that hangs: what takes a second alone (a compiler, validators of
 * a whole platform) takes minutes on a machine that others use.
 */
const HANGS_AFTER_MS = 600_000;

/** Builds the programs that tests start. */
const PACKAGES = 'scripts/build/provide-packages.ts';

/** Makes a few examples of requirement pages, which builds of the site would make side by side. */
const CHECK_DATA = 'site/node/conformance/provide-check-data.ts';

/** A test that drives a real browser is named `x.browser.test.ts`. */
const BROWSER_TESTS = '**/*.browser.test.{ts,tsx}';

/**
 * Vitest runs the files of a project together, and the projects by their names, so that a process serves many files. Begun
 * last, these of the last project would keep one core busy while the others have nothing to do.
 */
const LONG = /site\/node\/(?:samples\/samples|build)\.test\.ts$/;

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isShort = ({ moduleId }: TestSpecification): number => Number(!LONG.test(moduleId));
    const usual = await super.sort(files);
    return usual.toSorted((a, b) => isShort(a) - isShort(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFilesFirst },
    projects: [
      ...ROOMS.map((room) =>
        project(room, {
          include: [`${room}/**/*.test.{ts,tsx}`],
          exclude: [...NEVER, BROWSER_TESTS],
          maxWorkers: WORKERS,
          // What a process has loaded and compiled serves all its files: no test changes what others import.
          isolate: false,
          execArgv: RUN_THE_PLATFORM.includes(room) ? SHORT_LIVED : [],
          globalSetup: [PACKAGES, ...(room === 'site' ? [CHECK_DATA] : [])],
        }),
      ),
      project('browser', {
        include: ROOMS.map((room) => `${room}/${BROWSER_TESTS}`),
        exclude: NEVER,
        globalSetup: [PACKAGES, CHECK_DATA, 'scripts/provide-chromium.ts', 'site/e2e/build-sites.ts'],
        maxWorkers: WORKERS,
        // Starting Playwright and a browser takes as long as two tests.
        isolate: false,
        // A browser is late now and then on a machine that others use. The end of the run names what was repeated.
        retry: 1,
      }),
    ],
  },
});

interface Scope {
  include: string[];
  exclude: string[];
  /** How many files run at once. */
  maxWorkers: number;
  /** Whether each file gets a separate process. */
  isolate?: boolean;
  /** Flags of Node for these processes. */
  execArgv?: string[];
  /** What runs once before them. */
  globalSetup: string[];
  /** How often a test that failed is repeated before it counts. */
  retry?: number;
}

function project(name: string, scope: Scope) {
  return {
    resolve: { conditions: CONDITIONS, alias: ALIASES },
    ssr: { resolve: { conditions: CONDITIONS, externalConditions: CONDITIONS } },
    test: {
      name,
      environment: 'node' as const, // the literal type is what vitest asks for
      testTimeout: HANGS_AFTER_MS,
      hookTimeout: HANGS_AFTER_MS,
      // Ends before the test, so that it can say what it waited for.
      expect: { poll: { timeout: HANGS_AFTER_MS / 2 } },
      ...scope,
    },
  };
}
