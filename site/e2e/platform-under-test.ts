import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import { SITE_ROOT } from '../node/config.ts';

const REPOSITORY = path.join(SITE_ROOT, '..');
const PROGRAM = 'reference-servers/platform/bin/tessera-platform.js';

/** With this, V8 optimizes no code of the embedded database, which costs more than it saves in a short test. */
const SHORT_LIVED = '--liftoff-only';

/** What the program prints when it listens. */
const ADDRESS = /Serving at (http:\/\/\S+)/;

/** A platform that runs in a separate process, with reference servers and a built site. */
export interface PlatformUnderTest {
  readonly origin: string;
  close(): Promise<void>;
}

/** Starts a platform without any plans, as its users do. */
export async function openPlatform(siteFolder: string): Promise<PlatformUnderTest> {
  const flags = ['--reference-servers', '--site', siteFolder, '--port', '0'];
  const child = spawn(process.execPath, [SHORT_LIVED, PROGRAM, ...flags], { cwd: REPOSITORY });
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

/** An approval service that accepts every request and never decides. */
export async function openSilentHook(): Promise<PlatformUnderTest> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(202, { 'content-type': 'application/json' }).end('{}');
  });
  return serve(server);
}

/** Starts a server on a free port of loopback. */
async function serve(server: Server): Promise<PlatformUnderTest> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends JSON; rejects on an unsuccessful status. */
export async function post(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
}

type Answer = readonly [status: number, body: unknown];

/** Answers a request such as `POST /v1/provision`; undefined where it implements nothing. */
type Implementation = (request: string) => Answer | undefined;

/** A tech adapter that fails every provisioning until it is repaired. */
export interface BrokenAdapter extends Adapter {
  repair(): void;
}

/** A tech adapter in this process. */
export interface Adapter {
  close(): Promise<void>;
}

/** Lets a template be served by an adapter that is broken, in one environment. */
export async function breakTemplate(
  origin: string,
  template: string,
  environment = 'development',
): Promise<BrokenAdapter> {
  let isBroken = true;
  const { close } = await serveTemplate({ origin, template, environment }, () =>
    isBroken ? [500, { error: 'The disk is full.' }] : [200, { status: 'COMPLETED', result: '' }],
  );
  return {
    close,
    repair() {
      isBroken = false;
    },
  };
}

/** Lets a template be served by an adapter whose provisioning never ends. */
export function holdTemplate(origin: string, template: string): Promise<Adapter> {
  return serveTemplate({ origin, template, environment: 'development' }, (request) => {
    if (request === 'POST /v1/provision') return [202, 'endless'];
    if (request === 'GET /v1/provision/endless/status') return [200, { status: 'RUNNING', result: '' }];
    return undefined;
  });
}

/** A template of a platform in one environment. */
interface Place {
  readonly origin: string;
  readonly template: string;
  readonly environment: string;
}

async function serveTemplate(
  { origin, template, environment }: Place,
  implement: Implementation,
): Promise<Adapter> {
  const adapter = createServer((request, response) => {
    request.resume();
    const { method, url } = request;
    const [status, body] =
      url === '/v1/validate'
        ? [200, { valid: true }]
        : ((url === '/v2/validate' ? undefined : implement(`${method} ${url}`)) ?? [
            501,
            { error: 'not implemented' },
          ]);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const served = await serve(adapter);
  const path = `/coordinator/v2/tech-adapters/${template}/deployments/${environment}`;
  await post(origin + path, { url: served.origin });
  return served;
}

/** Deploys the sample without the console; returns the id of its plan once that has completed. */
export async function deploySample(origin: string): Promise<string> {
  const { plan, status } = await runSample(origin, 'development');
  if (status === 'FAILED') throw new Error('The sample was not deployed.');
  return plan;
}

/** Runs a plan that deploys the sample, to its end. */
export async function runSample(
  origin: string,
  environment: string,
): Promise<{ plan: string; status: string }> {
  const { text: descriptor, json } = descriptors['shipment-tracking'];
  const unit: { id: string; components: { id: string }[] } = JSON.parse(json);
  const targetStatus = unit.components.map(({ id }) => ({ componentId: id, targetStatus: 'DEPLOYED' }));
  const coordinator = `${origin}/coordinator`;
  const answer = await fetch(
    `${coordinator}/v2/deployment-units/${unit.id}/provisioning?environment=${environment}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ descriptor, targetStatus }),
    },
  );
  const plan: string = await answer.json();
  let status = 'RUNNING';
  while (status !== 'COMPLETED' && status !== 'FAILED') {
    await sleep(100);
    const seen = await fetch(`${coordinator}/v1/provisioningplan/${plan}/status`);
    ({ status } = await seen.json());
  }
  return { plan, status };
}
