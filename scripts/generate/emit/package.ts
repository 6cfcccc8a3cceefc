import { readFileSync } from 'node:fs';
import type { Model } from '../model.ts';
import { type EmittedFile, header } from './file.ts';

/** Hand-written types that are copied into the package. The first line of each says so. */
const HANDED_ON = {
  'vocabulary.d.ts': new URL('../vocabulary.d.ts', import.meta.url),
  'call-table.d.ts': new URL('../call-table.d.ts', import.meta.url),
  'reference-model.d.ts': new URL('../reference-model.d.ts', import.meta.url),
};

/** `package.json`, `README.md` and the copied types of the generated package. */
export function emitPackage(model: Model, version: string): EmittedFile[] {
  return [
    { path: 'package.json', text: `${JSON.stringify(packageManifest(version), null, 2)}\n` },
    { path: 'README.md', text: readme(model) },
    ...Object.entries(HANDED_ON).map(([path, url]) => {
      const text = readFileSync(url, 'utf8');
      return { path, text: header(`scripts/generate/${path}`) + text.split('\n').slice(1).join('\n') };
    }),
  ];
}

function packageManifest(version: string): object {
  const data = (path: string) => ({ types: `./${path}.d.ts`, default: `./${path}.js` });
  const types = (path: string) => ({ types: `./${path}.d.ts` });
  return {
    name: '@tessera/contracts',
    version,
    description:
      'Operation tables, schemas, types and catalogs of the data-product platform, generated from its contracts',
    license: 'Apache-2.0',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.19' },
    exports: {
      './vocabulary': types('vocabulary'),
      './call-table': types('call-table'),
      './reference-model': types('reference-model'),
      './types/*': types('types/*'),
      './wire/*': types('wire/*'),
      './handlers/*': types('handlers/*'),
      './operations/*': data('operations/*'),
      './calls/*': data('calls/*'),
      './schemas/*': data('schemas/*'),
      './fixtures/*': data('fixtures/*'),
      './reference/*': data('reference/*'),
      './errors': data('errors'),
      './lifecycles': data('lifecycles'),
      './capabilities': data('capabilities'),
      './rules': data('rules'),
      './marks': data('marks'),
      './apis': data('apis'),
      './releases': data('releases'),
      './bundle/*': './bundle/*',
      './java/*': './java/*',
      './python/*': './python/*',
      './manifest.json': './manifest.json',
      './package.json': './package.json',
    },
    files: ['**/*'],
  };
}

function readme(model: Model): string {
  const rows = model.areas.flatMap((area) =>
    area.apis.map(
      (api) => `| ${api.title} | ${api.version} | ${api.operations.length} | \`${api.prefix}\` |`,
    ),
  );
  return [
    '# @tessera/contracts',
    '',
    'Generated from the OpenAPI files of tessera. Do not edit: change the specification and run the generator.',
    '',
    '| API | Version | Operations | Prefix |',
    '|---|---|---|---|',
    ...rows,
    '',
    'Types: `types/`, `handlers/`. Data: `operations/`, `calls/`, `schemas/`, `fixtures/`, `reference/`, `errors`,',
    '`lifecycles`, `capabilities`, `rules`, `marks`, `apis`, `releases`. OpenAPI files: `bundle/`. Shapes of the data:',
    '`vocabulary`, `call-table`, `reference-model`.',
    '',
    'Where the sides of a schema differ, `X` is what an answer holds, `XToSend` what a caller sends (without members that',
    'only answers have), and `XReceived` what a handler gets (with the defaults filled in).',
    '',
  ].join('\n');
}
