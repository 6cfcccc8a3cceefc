import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../testing/durable-adapter.ts', import.meta.url));
const ROUNDS = 4;
const CALLERS = 4;

const folder = mkdtempSync(join(tmpdir(), 'tessera-tasks-'));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the adapter; `kill` ends it at once and without notice. */
async function start() {
  const flags = ['--conditions=tessera-source', '--import', 'tsx', PROGRAM, folder];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => resolve(String(chunk).trim()));
    child.on('close', () => reject(new Error('the adapter ended')));
  });
  return {
    base: `${origin}/tech-adapter/v1/provision`,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const REQUEST = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'a: 1' }),
};

interface Status {
  readonly status: string;
  readonly logs: readonly { readonly message: string }[];
}

async function poll(base: string, token: string): Promise<Status> {
  return JSON.parse(await (await fetch(`${base}/${token}/status`)).text());
}

/** Starts tasks and polls them until the adapter is gone. */
async function callUntilGone(base: string, tokens: Set<string>, seen: Map<string, Status>): Promise<void> {
  try {
    for (;;) {
      const answer = await fetch(base, REQUEST);
      const token: string = JSON.parse(await answer.text());
      tokens.add(token);
      const known = [...tokens][Math.floor(Math.random() * tokens.size)] ?? token;
      const status = await poll(base, known);
      if (status.status === 'COMPLETED') seen.set(known, status);
    }
  } catch {
    // The adapter was killed.
  }
}

it('an adapter with a file store knows every token after it was killed, and finishes every task', async () => {
  const tokens = new Set<string>();
  const seen = new Map<string, Status>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { base, kill } = await start();
    const calls = Array.from({ length: CALLERS }, () => callUntilGone(base, tokens, seen));
    const before = tokens.size;
    while (tokens.size < before + CALLERS) await setTimeout(5);
    await setTimeout(Math.random() * 100);
    await kill();
    await Promise.all(calls);
  }
  const { base, kill } = await start();
  for (const token of tokens) {
    await expect.poll(async () => (await poll(base, token)).status).toBe('COMPLETED');
    const last = await poll(base, token);
    // A restarted task does its steps again, and its log continues.
    expect(last.logs.at(-1)?.message).toBe('Step 5');
    // A final state never changes.
    if (seen.has(token)) expect(last).toEqual(seen.get(token));
  }
  expect(tokens.size).toBeGreaterThanOrEqual(ROUNDS * CALLERS);
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  await kill();
});
