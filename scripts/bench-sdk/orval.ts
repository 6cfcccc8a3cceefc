import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../check/command.ts';
import { asObject } from '../generate/json.ts';
import type { SampleCall } from './calls.ts';
import { AREAS, areasOf, type Contender, namesOf } from './contender.ts';

/** The last major version that runs on every Node that we support. */
const PACKAGE = 'orval@7.13.2';

/** orval with its client for `fetch`. Installed beside the project, with the first run of the bench. */
export const orval: Contender = {
  name: 'orval',
  async prepare(folder, root) {
    const program = await install(join(root, 'client-sdk/.cache/orval'));
    if (program === undefined) return false;
    for (const area of AREAS) {
      const target = join(folder, `orval-${area}.ts`);
      const input = join(root, `generated/bundle/${area}.openapi.json`);
      // The address is only known when the program runs.
      const output = { target, client: 'fetch', baseUrl: `\${baseUrl}` };
      const config = join(folder, `orval-${area}.cjs`);
      writeFileSync(config, `module.exports = ${JSON.stringify({ [area]: { input, output } })};`);
      if ((await runCommand(folder, program, ['--config', `./orval-${area}.cjs`])).code !== 0) return false;
      writeFileSync(target, `declare const baseUrl: string;\n${readFileSync(target, 'utf8')}`);
    }
    return true;
  },
  setUp: (calls) =>
    areasOf(calls)
      .map((area) => `import { ${namesOf(calls, area).join(', ')} } from './orval-${area}.ts';`)
      .join('\n'),
  call: (call, own) => `${call.mergedId}(${argumentsOf(call, own).join(', ')})`,
};

/** In the order of orval: required arguments first, and among them path, body, query. */
function argumentsOf({ args, needsBody, path }: SampleCall, own: string | undefined): string[] {
  const part = (name: string) => (own === undefined ? JSON.stringify(args[name]) : `${own}.${name}`);
  const names = [...path.matchAll(/\{(.+?)\}/g)].map(([, name = '']) => name);
  const values = asObject(args['path']);
  const body = args['body'] === undefined ? [] : [part('body')];
  return [
    ...names.map((name) => (own === undefined ? JSON.stringify(values[name]) : `${own}.path['${name}']`)),
    ...(needsBody ? body : []),
    ...(args['query'] === undefined ? [] : [part('query')]),
    ...(needsBody ? [] : body),
    ...(args['headers'] === undefined ? [] : [`{ headers: ${part('headers')} }`]),
  ];
}

/** The program, or nothing when it is not available. */
async function install(folder: string): Promise<string | undefined> {
  const program = join(folder, 'node_modules/.bin/orval');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', PACKAGE];
  const { code } = await runCommand(folder, 'npm', args);
  return code === 0 ? program : undefined;
}
