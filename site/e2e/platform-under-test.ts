import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import { SITE_ROOT } from '../node/config.ts';

const REPOSITORY = path.join(SITE_ROOT, '..');
const PROGRAM = 'reference-servers/platform/src/main.ts';

/** What the program prints when it listens. */
const ADDRESS = /Serving at (http:\/\/\S+)/;

/** A platform that runs in a process of its own, with reference servers and a built site. */
export interface PlatformUnderTest {
  readonly origin: string;
  close(): Promise<void>;
}

/** Starts a platform without any plans, as its users do. */
export async function openPlatform(siteFolder: string): Promise<PlatformUnderTest> {
  const flags = ['--reference-servers', '--site', siteFolder, '--port', '0'];
  const program = ['--import', 'tsx', '--conditions=tessera-source', PROGRAM, ...flags];
  const child = spawn(process.execPath, program, { cwd: REPOSITORY });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const origin = await new Promise<string>((resolve, reject) => {
    let said = '';
    const listen = (text: Buffer): void => {
      said += text.toString();
      const [, address] = ADDRESS.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('error', reject);
    child.once('close', () => reject(new Error(`The platform ended: ${said}`)));
  });
  return {
    origin,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** An approval service that takes every request and never decides. */
export async function openSilentHook(): Promise<PlatformUnderTest> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(202, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The service does not listen.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Deploys the sample without the console; returns when its plan has completed. */
export async function deploySample(origin: string): Promise<void> {
  const { text: descriptor, json } = descriptors['shipment-tracking'];
  const unit: { id: string; components: { id: string }[] } = JSON.parse(json);
  const targetStatus = unit.components.map(({ id }) => ({ componentId: id, targetStatus: 'DEPLOYED' }));
  const coordinator = `${origin}/coordinator`;
  const answer = await fetch(
    `${coordinator}/v2/deployment-units/${unit.id}/provisioning?environment=development`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ descriptor, targetStatus }),
    },
  );
  const token: string = await answer.json();
  for (let status = 'RUNNING'; status !== 'COMPLETED'; await sleep(100)) {
    const seen = await fetch(`${coordinator}/v1/provisioningplan/${token}/status`);
    ({ status } = await seen.json());
    if (status === 'FAILED') throw new Error('The sample was not deployed.');
  }
}
