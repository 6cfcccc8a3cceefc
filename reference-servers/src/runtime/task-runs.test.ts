import { lifecycles } from '@tessera/contracts/lifecycles';
import { expect, it } from 'vitest';
import { createManualClock } from './clock.ts';
import { createSequentialIds } from './ids.ts';
import { createTaskRegistry } from './long-running.ts';
import { createMemoryTaskStore, type TaskRecord } from './task-store.ts';

it('a request to stop a task whose result is being stored waits for the result', async () => {
  let finishWriting = () => {};
  const written = new Promise<void>((resolve) => {
    finishWriting = resolve;
  });
  const memory = createMemoryTaskStore();
  const put = (record: TaskRecord): Promise<void> | undefined => {
    memory.put(record);
    return record.state === 'COMPLETED' ? written : undefined;
  };
  const registry = createTaskRegistry({
    kind: 'getStatus',
    lifecycle: lifecycles.ProvisioningTaskStatus,
    cancel: 'terminateProvisioning',
    store: { ...memory, put },
    clock: createManualClock(),
    ids: createSequentialIds(),
  });
  const { token } = await registry.start({ operation: 'provision', output: {} }, async () => {});
  await new Promise(setImmediate);
  const stopped = registry.stop(token);
  finishWriting();
  expect(await stopped).toBe(false);
  expect(await registry.find(token)).toMatchObject({ state: 'COMPLETED' });
});
