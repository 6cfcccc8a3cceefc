import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Workspace packages resolve to their TypeScript sources, so that tests need no build. */
const CONDITIONS = ['tessera-source', 'node', 'import', 'default'];

const ROOMS = ['scripts', 'client-sdk', 'reference-servers', 'conformance', 'site'];
const NEVER = ['**/node_modules/**', '**/dist/**', '**/.cache/**'];

const ALL = availableParallelism();

/** A test that drives a real browser is named `x.browser.test.ts`. */
const BROWSER_TESTS = '**/*.browser.test.{ts,tsx}';

export default defineConfig({
  test: {
    projects: [
      ...ROOMS.map((room) =>
        project(room, {
          include: [`${room}/**/*.test.{ts,tsx}`],
          exclude: [...NEVER, BROWSER_TESTS],
          // What takes a second alone (a compiler, validators of a whole platform) takes half a minute on a machine that others use.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: ALL,
          // The suite tells slow servers from quick ones: nothing else runs beside it, no bundler and no browser.
          order: room === 'conformance' ? 1 : 0,
        }),
      ),
      project('browser', {
        include: ROOMS.map((room) => `${room}/${BROWSER_TESTS}`),
        exclude: NEVER,
        testTimeout: 60_000,
        // A file may build a small site before it.
        hookTimeout: 120_000,
        globalSetup: 'site/e2e/build-sites.ts',
        maxWorkers: ALL,
        order: 2,
        // A browser is late now and then on a machine that others use. The end of the run names what was repeated.
        retry: 1,
      }),
    ],
  },
});

interface Scope {
  include: string[];
  exclude: string[];
  /** Milliseconds. */
  testTimeout: number;
  /** Milliseconds. */
  hookTimeout: number;
  /** How many files run at once. */
  maxWorkers: number;
  /** When the files run: those with the lowest number first. */
  order: number;
  /** What runs once before them. */
  globalSetup?: string;
  /** How often a test that failed is repeated before it counts. */
  retry?: number;
}

function project(name: string, { order, ...scope }: Scope) {
  return {
    resolve: { conditions: CONDITIONS },
    ssr: { resolve: { conditions: CONDITIONS, externalConditions: CONDITIONS } },
    test: { name, environment: 'node' as const, sequence: { groupOrder: order }, ...scope }, // the literal type is what vitest asks for
  };
}
