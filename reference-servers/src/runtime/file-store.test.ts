import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createFileStore } from './file-store.ts';
import type { TaskRecord } from './task-store.ts';

const scratch: string[] = [];
afterEach(() => {
  for (const folder of scratch.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-tasks-'));
  scratch.push(folder);
  return join(folder, 'tasks');
}

const KINDS = ['a', 'b'];

function taskOf(token: string, more: Partial<TaskRecord> = {}): TaskRecord {
  const output = { result: '\u0000 and \u{1F600}', logs: [] };
  return { token, kind: 'a', operation: 'provision', state: 'RUNNING', output, startedAt: 1, ...more };
}

describe('a file store', () => {
  it('gives back what was put, also to the next one in the same folder', async () => {
    const folder = newFolder();
    const store = createFileStore(folder);
    expect(await store.claim(KINDS)).toEqual([]);
    await store.put(taskOf('one'));
    await store.put(taskOf('two', { kind: 'b' }));
    await store.put(taskOf('one', { state: 'COMPLETED', endedAt: 2 }));
    await store.put(taskOf('three'));
    await store.delete('three');
    await store.delete('three');
    expect(await store.get('one')).toEqual(taskOf('one', { state: 'COMPLETED', endedAt: 2 }));
    const next = createFileStore(folder);
    expect(await next.claim(['b'])).toEqual([taskOf('two', { kind: 'b' })]);
    const all = await next.claim(KINDS);
    expect(all.map(({ token }) => token).toSorted()).toEqual(['one', 'two']);
    expect(await next.get('three')).toBeUndefined();
  });

  it('can be read only by its user', async () => {
    const folder = newFolder();
    const store = createFileStore(folder);
    await store.claim(KINDS);
    await store.put(taskOf('one'));
    expect(statSync(folder).mode & 0o077).toBe(0);
    expect(statSync(join(folder, 'one.json')).mode & 0o077).toBe(0);
  });

  it('knows no task by a token that leaves the folder, and keeps none', async () => {
    const folder = newFolder();
    const store = createFileStore(folder);
    await store.claim(KINDS);
    writeFileSync(join(folder, '../outside.json'), JSON.stringify(taskOf('outside')));
    for (const token of ['../outside', '..', '', 'a/b', 'a\0', 'x'.repeat(300)]) {
      expect(await store.get(token)).toBeUndefined();
      await expect(store.put(taskOf(token))).rejects.toThrow('cannot be the name of a file');
    }
  });

  it('removes a write that a killed process did not finish', async () => {
    const folder = newFolder();
    const store = createFileStore(folder);
    await store.claim(KINDS);
    await store.put(taskOf('one'));
    writeFileSync(join(folder, 'one.0000.tmp'), '{ "token": "o');
    expect(await createFileStore(folder).claim(KINDS)).toEqual([taskOf('one')]);
    expect(readdirSync(folder)).toEqual(['one.json']);
  });

  it('names a file that is not a task', async () => {
    const folder = newFolder();
    const store = createFileStore(folder);
    await store.claim(KINDS);
    writeFileSync(join(folder, 'notes.json'), '{ "token": 1 }');
    await expect(store.claim(KINDS)).rejects.toThrow(`${join(folder, 'notes.json')} is not a task: remove`);
  });
});
