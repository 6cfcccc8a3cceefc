import react from '@vitejs/plugin-react';
import type { InlineConfig, Plugin } from 'vite';
import { SITE_ROOT } from './node/config.ts';
import { BLOCKS } from './node/output/blocks.ts';

/** What is bundled: the shell of every page, the script before the first paint, and the interactive reference. */
export type BundleName =
  | 'shell'
  | 'styles'
  | 'reference'
  | 'early'
  | 'banner'
  | 'interactive'
  | 'player'
  | 'offline';

const INPUTS: Readonly<Record<BundleName, readonly string[]>> = {
  shell: ['app/entry.tsx'],
  styles: [
    ...['home', 'search-results', 'reference'].map((name) => `theme/styles/${name}.css`),
    ...BLOCKS.map((name) => `theme/styles/blocks/${name}.css`),
  ],
  reference: ['reference/static/enhance.ts'],
  early: ['app/early.ts'],
  banner: ['app/base-url-banner.ts'],
  interactive: ['reference/interactive/entry.tsx'],
  player: ['app/player/player.ts'],
  offline: ['offline/service-worker.ts'],
};

/** Our chunks bring no style sheets and need no preloading: what Vite wraps round dynamic imports is left out. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : null,
};

/** The Vite configuration of one bundle; addresses stay relative, so the same files serve every base URL. */
export function bundleConfig(name: BundleName, outDir: string): InlineConfig {
  return {
    root: SITE_ROOT,
    configFile: false,
    base: './',
    logLevel: 'error',
    publicDir: false,
    plugins: [react(), plainImports],
    define: { 'process.env.NODE_ENV': '"production"' },
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
          }),
        },
      },
    },
  };
}

export default bundleConfig('shell', 'dist/assets');
