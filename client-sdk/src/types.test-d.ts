import type { Item } from '@tessera/contracts/types/custom-url-picker';
import type { ApprovalRequest } from '@tessera/contracts/types/remote-request-hook';
import type {
  ProvisioningStatus,
  ValidationResult,
  ValidationStatus,
} from '@tessera/contracts/types/tech-adapter';
import { expectTypeOf } from 'vitest';
import type { CustomUrlPicker } from './custom-url-picker.ts';
import type { ApiError } from './errors.ts';
import type { CancellableTaskHandle, TaskHandle } from './long-running.ts';
import type { MarketplacePlugin } from './marketplace-plugin.ts';
import type { PerimeterResolver } from './perimeter-resolver.ts';
import type { RemoteRequestHook } from './remote-request-hook.ts';
import type { TechAdapter } from './tech-adapter.ts';

declare const adapter: TechAdapter;
declare const error: unknown;
const body = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: '' } as const;
const path = { token: '' };

// Results
expectTypeOf(adapter.validate({ body })).resolves.toEqualTypeOf<ValidationResult>();
expectTypeOf(adapter.getStatus({ path })).resolves.toEqualTypeOf<ProvisioningStatus>();
expectTypeOf(adapter.terminateProvisioning({ path })).resolves.toEqualTypeOf<
  ProvisioningStatus | undefined
>();

// Tasks: what the contract lets be canceled has `cancel`, the others have not.
expectTypeOf(adapter.provision({ body })).resolves.toEqualTypeOf<CancellableTaskHandle<ProvisioningStatus>>();
expectTypeOf(adapter.asyncValidate({ body })).resolves.toEqualTypeOf<TaskHandle<ValidationStatus>>();
expectTypeOf(adapter.asyncValidate.resume('t')).not.toHaveProperty('cancel');
expectTypeOf(adapter.validate).not.toHaveProperty('resume');

// Arguments
// @ts-expect-error the body is required
adapter.provision({});
// @ts-expect-error so is the argument
adapter.provision();
// @ts-expect-error a member of the body is missing
adapter.provision({ body: { descriptor: '' } });
// @ts-expect-error the kind is not in the contract
adapter.provision({ body: { descriptor: '', descriptorKind: 'OTHER' } });
// @ts-expect-error the path parameter has another name
adapter.getStatus({ path: { id: '' } });
// @ts-expect-error the operation takes no body
adapter.getStatus({ path, body });
// @ts-expect-error the operation takes no query
adapter.getStatus({ path, query: { verbose: true } });
// @ts-expect-error there is no such operation
adapter.deploy({ body });

// Errors, narrowed by status
if (adapter.terminateProvisioning.isError(error)) {
  expectTypeOf(error.status).toEqualTypeOf<400 | 500 | 501>();
  if (error.status === 400) expectTypeOf(error.body.errors).toEqualTypeOf<string[]>();
  if (error.status === 501) {
    expectTypeOf(error.body.error).toEqualTypeOf<string>();
    expectTypeOf(error.code).toEqualTypeOf<'TERMINATION_UNSUPPORTED' | undefined>();
  }
  expectTypeOf(error).toExtend<ApiError>();
}

// Responses, told apart by status
const response = await adapter.terminateProvisioning.withResponse({ path });
if (response.status === 202) expectTypeOf(response.body).toEqualTypeOf<undefined>();
else expectTypeOf(response.body).toEqualTypeOf<ProvisioningStatus>();

// Errors of a task carry the log lines of its status.
const status = await (await adapter.provision({ body })).wait({ onProgress: ({ logs }) => logs?.[0]?.level });
expectTypeOf(status.logs?.[0]?.message).toEqualTypeOf<string | undefined>();

// Lists: awaited for a page, iterated over for items.
declare const picker: CustomUrlPicker;
declare const resolver: PerimeterResolver;
const values = picker.retrieveValues({ query: { offset: 0, limit: 10 } });
expectTypeOf((await values).items).toEqualTypeOf<readonly Item[]>();
for await (const value of values) expectTypeOf(value).toEqualTypeOf<Item>();
for await (const id of resolver.resolveResources({ query: { environment: '' } }))
  expectTypeOf(id).toEqualTypeOf<string>();
// @ts-expect-error the contract requires offset and limit
picker.retrieveValues({});

// Answers without body, and headers that the client sends by itself
declare const marketplace: MarketplacePlugin;
declare const hook: RemoteRequestHook;
declare const request: ApprovalRequest;
expectTypeOf(marketplace.updateAcl).returns.resolves.toEqualTypeOf<undefined>();
hook.requestApproval({ body: request });
hook.requestApproval({ body: request, headers: { 'X-Request-ID': '' } });
