import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { tool } from '../check/command.ts';
import { asObject, type Json } from '../generate/json.ts';
import { oneIn } from '../test-cases.js';
import { type BundleFile, callsOf, readBundles } from './bundles.ts';

/** Log levels that Prism prints without findings. */
const CONTENT = /^\[[A-Z ]+\] .*\S {2}(awaiting|info|start|success|note) /;
const LISTENING = /Prism is listening on (http:\S+)/;

/** What Prism says of every answer without a body, because a client always accepts some media type. */
const UNAVOIDABLE = '[NEGOTIATOR] ⚠  warning   Unable to find content for */*';

/** How long Prism may take to start on a busy machine, in milliseconds. */
const PATIENCE = 60_000;

interface Prism {
  readonly address: string;
  readonly log: () => string;
}

/** Starts Prism over a bundle on a free port; it ends with the test. */
async function startPrism({ path }: BundleFile): Promise<Prism> {
  const child = spawn(tool('prism'), ['mock', path, '--port', '0', '--host', '127.0.0.1', '--errors'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  onTestFinished(() => ended(child));
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      const found = LISTENING.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('error', reject);
    child.on('close', (code) => reject(new Error(`Prism ended with code ${code}:\n${output}`)));
  });
  return { address, log: () => output };
}

/** A receiver of callbacks that responds as documented: Prism checks that too. */
async function startListener(
  answer: Json,
): Promise<{ address: string; called: Promise<string | undefined> }> {
  let tell: (method: string | undefined) => void = () => undefined;
  const called = new Promise<string | undefined>((resolve) => {
    tell = resolve;
  });
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    request.resume().on('end', () => response.end(JSON.stringify(answer), () => tell(request.method)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  return { address: `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}/`, called };
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.kill();
  });
}

function complaintsIn(log: string): string[] {
  const lines = log.split('\n').map((line) => line.replace(/^\[[\d: APM]+\] › +/, '').trimEnd());
  return lines.filter((line) => line !== '' && !CONTENT.test(line));
}

const BUNDLES = readBundles();
const OPERABLE = BUNDLES.filter(({ document }) => Object.keys(asObject(document['paths'])).length > 0);

/** One in eight of them; with TESTS=all, as in the nightly run, all. */
const SERVED = oneIn(8, OPERABLE);

describe('an independent mock server', { timeout: PATIENCE }, () => {
  test.each(SERVED.map((bundle) => [bundle.name, bundle] as const))(
    'serves %s and answers as documented',
    async (_, bundle) => {
      const prism = await startPrism(bundle);
      const calls = callsOf(bundle);
      expect(calls.length).toBeGreaterThan(0);
      for (const { method, path, headers, body, callBack, status, answers } of calls) {
        const listener = callBack && (await startListener(callBack.answer));
        const sent = listener
          ? { ...asObject(body?.value), [callBack.address]: listener.address }
          : body?.value;
        const answer = await fetch(prism.address + path, {
          method,
          headers: { ...headers, ...(body && { 'content-type': body.type }) },
          ...(body && { body: JSON.stringify(sent) }),
        });
        expect([`${method} ${path}`, answer.status]).toEqual([`${method} ${path}`, status]);
        if (answers.length === 0) expect(await answer.text()).toBe('');
        else expect(answers).toContainEqual(await answer.json());
        if (listener) expect(await listener.called).toBeDefined();
      }
      const empty = calls.filter(({ answers }) => answers.length === 0);
      expect(complaintsIn(prism.log())).toEqual(empty.map(() => UNAVOIDABLE));
    },
  );

  test.each(
    BUNDLES.filter((bundle) => !OPERABLE.includes(bundle)).map((bundle) => [bundle.name, bundle] as const),
  )('reads %s and has nothing to serve, because it holds notifications only', async (_, bundle) => {
    expect(Object.keys(asObject(bundle.document['webhooks']))).not.toEqual([]);
    // Prism serves paths and knows no webhooks; it reads the document first and prints this when all else is valid.
    await expect(startPrism(bundle)).rejects.toThrow('Error: No operations found in the current file.');
  });
});
