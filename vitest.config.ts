import { defineConfig } from 'vitest/config';

/** Workspace packages resolve to their TypeScript sources, so that tests need no build. */
const CONDITIONS = ['tessera-source', 'node', 'import', 'default'];

const ROOMS = ['scripts', 'client-sdk', 'reference-servers', 'conformance', 'site'];
const NEVER = ['**/node_modules/**', '**/dist/**', '**/.cache/**'];

/** A test that drives a real browser is named `x.browser.test.ts`. */
const BROWSER_TESTS = '**/*.browser.test.{ts,tsx}';

export default defineConfig({
  test: {
    projects: [
      ...ROOMS.map((room) =>
        project(room, {
          include: [`${room}/**/*.test.{ts,tsx}`],
          exclude: [...NEVER, BROWSER_TESTS],
          // The workshop's tests start compilers and linters, which a busy machine slows down a lot.
          testTimeout: room === 'scripts' ? 60_000 : 20_000,
          hookTimeout: 20_000,
        }),
      ),
      project('browser', {
        include: ROOMS.map((room) => `${room}/${BROWSER_TESTS}`),
        exclude: NEVER,
        testTimeout: 60_000,
        hookTimeout: 60_000,
        // One browser at a time: two of them on a small machine make each other time out.
        fileParallelism: false,
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
  fileParallelism?: boolean;
}

function project(name: string, scope: Scope) {
  return {
    resolve: { conditions: CONDITIONS },
    ssr: { resolve: { conditions: CONDITIONS, externalConditions: CONDITIONS } },
    test: { name, environment: 'node' as const, ...scope }, // the literal type is what vitest asks for
  };
}
