import react from '@vitejs/plugin-react';
import { defaultClientConditions, type InlineConfig, type Plugin } from 'vite';
import { SITE_ROOT } from './node/config.ts';
import { BLOCKS } from './node/output/blocks.ts';

/** What is bundled: the shell of every page, the script before the first paint, the interactive reference, the console. */
export type BundleName =
  | 'shell'
  | 'styles'
  | 'reference'
  | 'early'
  | 'banner'
  | 'interactive'
  | 'player'
  | 'offline'
  | 'console';

const INPUTS: Readonly<Record<BundleName, readonly string[]>> = {
  shell: ['app/entry.tsx'],
  styles: [
    ...['home', 'not-found', 'search-results', 'reference'].map((name) => `theme/styles/${name}.css`),
    ...BLOCKS.map((name) => `theme/styles/blocks/${name}.css`),
  ],
  reference: ['reference/static/enhance.ts'],
  early: ['app/early.ts'],
  banner: ['app/base-url-banner.ts'],
  interactive: ['reference/interactive/entry.tsx'],
  player: ['app/player/player.ts'],
  offline: ['offline/service-worker.ts'],
  console: ['console/main.tsx'],
};

/** Our chunks bring no style sheets and need no preloading: what Vite wraps round dynamic imports is left out. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : null,
};

/**
 * React asks where it runs and who listens. Here the answer is known: in a browser that loads modules, without tools
 * beside it, and never to show in the browser's own frame that something is loading. What it has for other places
 * stays out.
 */
const KNOWN_TYPES: Readonly<Record<string, 'function' | 'object' | 'undefined'>> = {
  AbortController: 'function',
  MessageChannel: 'function',
  document: 'object',
  performance: 'object',
  'performance.now': 'function',
  queueMicrotask: 'function',
  reportError: 'function',
  navigation: 'undefined',
  setImmediate: 'undefined',
  __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
};
const KNOWN = Object.fromEntries(
  Object.entries(KNOWN_TYPES).map(([name, type]) => [`typeof ${name}`, JSON.stringify(type)]),
);

/**
 * Engines that know this comment compile the whole file while it is fetched, beside the main thread. Others wait for
 * the first call of each function: most of what the shell calls, hydration calls.
 */
const COMPILE_AHEAD = '//# allFunctionsCalledOnLoad';

/** The Vite configuration of one bundle; addresses stay relative, so the same files serve every base URL. */
export function bundleConfig(name: BundleName, outDir: string): InlineConfig {
  return {
    root: SITE_ROOT,
    configFile: false,
    base: './',
    logLevel: 'error',
    publicDir: false,
    plugins: [react(), plainImports],
    // The client library is read from its sources, as everywhere in this repository.
    resolve: { conditions: ['tessera-source', ...defaultClientConditions] },
    define: { 'process.env.NODE_ENV': '"production"', ...(name === 'shell' && KNOWN) },
    worker: {
      format: 'es',
      rolldownOptions: { output: { entryFileNames: '[name]-[hash].js' } },
    },
    build: {
      outDir,
      emptyOutDir: true,
      assetsDir: '',
      target: 'es2022',
      modulePreload: false,
      manifest: 'manifest.json',
      chunkSizeWarningLimit: 4_000,
      rolldownOptions: {
        input: INPUTS[name].map((file) => `${SITE_ROOT}${file}`),
        output: {
          entryFileNames: '[name]-[hash].js',
          chunkFileNames: '[name]-[hash].js',
          assetFileNames: '[name]-[hash][extname]',
          ...(['early', 'banner', 'offline'].includes(name) && { format: 'iife' as const }),
          // What every page begins with is one file: one request, and it compresses better than two.
          ...(name === 'shell' && {
            codeSplitting: { groups: [{ name: 'entry', tags: ['$initial' as const] }] },
            postBanner: ({ isEntry }) => (isEntry ? COMPILE_AHEAD : ''),
          }),
        },
      },
    },
  };
}

export default bundleConfig('shell', 'dist/assets');
