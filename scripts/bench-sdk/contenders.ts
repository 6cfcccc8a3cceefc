import { join } from 'node:path';
import { runCommand, tool } from '../check/command.ts';
import { camelCase, pascalCase } from '../generate/emit/file.ts';
import type { SampleCall } from './calls.ts';
import { AREAS, areasOf, type Contender, namesOf, write } from './contender.ts';
import { orval } from './orval.ts';

const apisOf = (calls: readonly SampleCall[]) => [...new Set(calls.map(({ api }) => api))];

function tessera(name: string, options: string, imports = ''): Contender {
  return {
    name,
    prepare: async () => true,
    setUp: (calls) =>
      apisOf(calls)
        .map((api) => {
          const create = `create${pascalCase(api)}`;
          const prefix = calls.find((call) => call.api === api)?.path.split('/')[1];
          return `import { ${create} } from '@tessera/client/${api}';
const ${camelCase(api)} = ${create}({ baseUrl: baseUrl + '/${prefix}'${options} });`;
        })
        .join('\n') + imports,
    call: ({ api, args, operationId }, own) => `${camelCase(api)}.${operationId}(${own ?? write(args)})`,
  };
}

const bareFetch: Contender = {
  name: 'bare fetch',
  only: 'cpu',
  prepare: async () => true,
  setUp: () => '',
  call: ({ method, path }, own) => `(async (args) => {
  const response = await fetch(baseUrl + '${path}', {
    method: '${method}',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(args.body),
  });
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
})(${own})`,
};

const openapiFetch: Contender = {
  name: 'openapi-fetch',
  async prepare(folder, root) {
    const results = await Promise.all(
      AREAS.map((area) => {
        const bundle = join(root, `generated/bundle/${area}.openapi.json`);
        return runCommand(folder, tool('openapi-typescript'), [bundle, '--output', `paths-${area}.ts`]);
      }),
    );
    return results.every(({ code }) => code === 0);
  },
  setUp: (calls) => `import createClient from 'openapi-fetch';
${areasOf(calls)
  .map(
    (area) => `import type { paths as ${camelCase(area)}Paths } from './paths-${area}.ts';
const ${camelCase(area)} = createClient<${camelCase(area)}Paths>({ baseUrl });`,
  )
  .join('\n')}`,
  call({ area, args, method, path }, own) {
    const { body, headers, ...params } = args;
    const all = headers === undefined ? params : { ...params, header: headers };
    const given = own ?? write({ params: all, ...(body !== undefined && { body }) });
    return `${camelCase(area)}.${method}('${path}', ${given})`;
  },
};

const heyApi: Contender = {
  name: 'hey-api',
  async prepare(folder, root) {
    const results = await Promise.all(
      AREAS.map((area) => {
        const bundle = join(root, `generated/bundle/${area}.openapi.json`);
        const args = ['--input', bundle, '--output', join(folder, `hey-${area}`), '--no-log-file'];
        return runCommand(folder, tool('openapi-ts'), [...args, '--client', '@hey-api/client-fetch']);
      }),
    );
    return results.every(({ code }) => code === 0);
  },
  setUp: (calls) =>
    areasOf(calls)
      .map(
        (area) => `import { ${namesOf(calls, area).join(', ')} } from './hey-${area}/sdk.gen.ts';
import { client as ${camelCase(area)} } from './hey-${area}/client.gen.ts';
${camelCase(area)}.setConfig({ baseUrl });`,
      )
      .join('\n'),
  call: ({ args, mergedId }, own) => `${mergedId}(${own ?? write(args)})`,
};

const redocly: Contender = {
  name: 'redocly',
  async prepare(folder, root) {
    for (const area of AREAS) {
      const bundle = join(root, `generated/bundle/${area}.openapi.json`);
      const args = ['generate-client', bundle, '--output', `redocly-${area}.ts`, '--args-style', 'grouped'];
      if ((await runCommand(folder, tool('redocly'), args)).code !== 0) return false;
    }
    return true;
  },
  setUp: (calls) =>
    areasOf(calls)
      .map(
        (
          area,
        ) => `import { configure as ${camelCase(area)}Set, ${namesOf(calls, area).join(', ')} } from './redocly-${area}.ts';
${camelCase(area)}Set({ serverUrl: baseUrl });`,
      )
      .join('\n'),
  call: ({ args, mergedId }, own) => `${mergedId}(${own ?? write(args)})`,
};

/** The client and its dependencies, in the order of the tables. */
export const OWN: readonly Contender[] = [
  bareFetch,
  tessera('tessera', ''),
  {
    ...tessera(
      'tessera on undici',
      ', transport: createUndiciTransport()',
      "\nimport { createUndiciTransport } from '@tessera/client/undici';",
    ),
    only: 'cpu',
  },
];

/** Clients that other generators make of the same contracts. */
export const OTHERS: readonly Contender[] = [openapiFetch, heyApi, orval, redocly];
