import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, withServer } from '../running-server.ts';
import type { Consumer } from './consumers.ts';

/** A program of a user, as an ES module and as CommonJS: calls an adapter, and checks that the suite accepts it. */
const PROGRAM = `import { createTechAdapter } from '@tessera/client/tech-adapter';
import { runConformance } from '@tessera/conformance';
import { createTechAdapter as createServer } from '@tessera/reference-servers/kit';

async function main(url: string): Promise<void> {
  const adapter = createTechAdapter({ baseUrl: url });
  const body = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'dataProduct: {}' } as const;
  const { valid }: { valid: boolean } = await adapter.validate({ body });
  const report = await runConformance({ contract: 'tech-adapter', url: new URL(url), only: ['TA-01'] });
  console.log(valid, report.verdict, typeof createServer);
}

void main(process.argv[2] ?? '');
`;

/** Commands of a project that has installed every package, by the name that the table has for them. */
export const COMMANDS: Readonly<Record<string, (consumer: Consumer) => Promise<unknown>>> = {
  'npx tessera --help': (consumer) => consumer.run(['npx', 'tessera', '--help']),
  'npx tessera doctor': (consumer) => consumer.run(['npx', 'tessera', 'doctor', '--json']),
  'program in TypeScript': callAdapter,
  'npx tessera-conformance': (consumer) =>
    withAdapter(consumer, (url) =>
      consumer.run(['npx', 'tessera-conformance', 'tech-adapter', '--url', url, '--read-only']),
    ),
  'npx tessera conformance': (consumer) =>
    withAdapter(consumer, (url) =>
      consumer.run(['npx', 'tessera', 'conformance', 'tech-adapter', '--url', url, '--read-only']),
    ),
  'npx tessera init': moveProject,
  'npx tessera-platform': startPlatform,
};

async function callAdapter(consumer: Consumer): Promise<void> {
  for (const file of ['program.mts', 'program.cts']) writeFileSync(join(consumer.folder, file), PROGRAM);
  const flags = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
  await consumer.run(['npx', 'tsc', ...flags, 'program.mts', 'program.cts']);
  await withAdapter(consumer, async (url) => {
    for (const file of ['program.mjs', 'program.cjs']) {
      const printed = await consumer.run(['node', file, url]);
      if (!/^(?:true|false) \w+ function$/m.test(printed)) throw new Error(`${file} printed ${printed}`);
    }
  });
}

async function withAdapter<Result>(
  consumer: Consumer,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const port = await freePort();
  const words = [consumer.program('tessera-serve'), 'tech-adapter', '--port', String(port)];
  const server = {
    folder: consumer.folder,
    command: ['env', ...consumer.environment, ...words] as const,
    health: `http://127.0.0.1:${port}/health`,
  };
  return withServer(server, () => work(`http://127.0.0.1:${port}/tech-adapter`));
}

/** Writes a project, moves it to another folder without what it has installed, and installs it there without a network. */
async function moveProject(consumer: Consumer): Promise<void> {
  await consumer.run(['npx', 'tessera', 'init', 'tech-adapter', 'my adapter']);
  const written = join(consumer.folder, 'my adapter');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  await consumer.run(['npm', 'install', '--prefer-offline', ...flags], written);
  rmSync(join(written, 'node_modules'), { recursive: true });
  const elsewhere = join(consumer.folder, '..', `${consumer.node.line} moved`);
  mkdirSync(elsewhere);
  const moved = join(elsewhere, 'adapter');
  renameSync(written, moved);
  await consumer.run(['npm', 'ci', '--offline', ...flags], moved);
  for (const script of ['typecheck', 'test', 'conformance', 'build'])
    await consumer.run(['npm', 'run', script], moved);
}

async function startPlatform(consumer: Consumer): Promise<void> {
  const port = await freePort();
  const words = [consumer.program('tessera-platform'), '--reference-servers', '--port', String(port)];
  const server = {
    folder: consumer.folder,
    command: ['env', ...consumer.environment, ...words] as const,
    health: `http://127.0.0.1:${port}/health`,
  };
  await withServer(server, () =>
    consumer.run(['npx', 'tessera', 'platform', 'deploy', '--platform', `http://127.0.0.1:${port}`]),
  );
}
