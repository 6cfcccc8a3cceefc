import type { ExecutionPlan } from '@tessera/contracts/types/coordinator-v1';
import type { EvaluationStatusEntry } from '@tessera/contracts/types/governance';
import { expectTypeOf } from 'vitest';
import { ApiError, OperationFailedError, TimeoutError } from './errors.ts';
import type { CancellableTaskHandle } from './long-running.ts';
import type { ClientOptions } from './options.ts';
import { createPlatform } from './platform.ts';

declare const error: unknown;
declare const unset: string | undefined;

// What is read from the environment may be unset.
const options: ClientOptions = {
  baseUrl: '',
  token: unset,
  headers: { 'x-tenant': unset },
  fetch: undefined,
};
const platform = createPlatform({ ...options, prefixes: { builder: unset } });
// The most usual way to wrap a fetch.
createPlatform({
  baseUrl: '',
  fetch: (url: string, init: RequestInit) => fetch(url, { ...init, keepalive: true }),
});
createPlatform({ baseUrl: '', fetch });
// @ts-expect-error the address is required
createPlatform({ token: '' });
// @ts-expect-error there is no such API
createPlatform({ baseUrl: '', prefixes: { coordinatorV2: '/coordinator' } });

// Tasks of API version 2 have the status type of version 1.
const change = { path: { 'deployment-unit-id': '' }, query: { environment: '' }, body: { descriptor: '' } };
expectTypeOf(platform.coordinator.startProvisioning(change)).resolves.toExtend<
  CancellableTaskHandle<ExecutionPlan>
>();
// @ts-expect-error the environment is required
platform.coordinator.startProvisioning({ path: change.path, query: {}, body: change.body });

// Errors
if (platform.coordinator.startProvisioning.isError(error)) {
  expectTypeOf(error.status).toEqualTypeOf<400 | 422 | 500>();
  if (error.status === 422) {
    expectTypeOf(error.code).toEqualTypeOf<'ABORTED_FOR_CONFLICTS' | undefined>();
    expectTypeOf(error.body.conflictingOperations).not.toBeAny();
  }
}
if (error instanceof ApiError) {
  expectTypeOf(error.status).toEqualTypeOf<number>();
  expectTypeOf(error.body).toEqualTypeOf<unknown>();
  expectTypeOf(error.code).toEqualTypeOf<string | undefined>();
}
if (error instanceof OperationFailedError) {
  expectTypeOf(error.lastStatus).toEqualTypeOf<unknown>();
  expectTypeOf(error.logs).toEqualTypeOf<readonly unknown[]>();
}
if (error instanceof TimeoutError) expectTypeOf(error.code).toEqualTypeOf<'ATTEMPT' | 'CALL' | 'WAIT'>();

// Pages
const late = platform.governance.searchEvaluationStatus({ body: { filters: { statuses: ['LATE'] } } });
for await (const status of late) expectTypeOf(status).toEqualTypeOf<EvaluationStatusEntry>();
for await (const page of late.pages())
  expectTypeOf(page.items).toEqualTypeOf<readonly EvaluationStatusEntry[]>();
// @ts-expect-error the contract has no such status
platform.governance.searchEvaluationStatus({ body: { filters: { statuses: ['EARLY'] } } });
