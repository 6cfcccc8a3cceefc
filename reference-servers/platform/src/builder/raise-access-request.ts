import type { AclRequest } from '@tessera/contracts/types/coordinator-v1';
import type { Context } from '../context.ts';
import { storeAccessPlan } from '../coordinator/access/store-access-plan.ts';

/** A request for access that a remote request hook decides about. */
export interface AccessRequest {
  readonly access: AclRequest;
  /** Address of the remote request hook; the configured one when absent. */
  readonly hook?: string | undefined;
  /** What the requester entered. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  readonly traceparent?: string | undefined;
}

/**
 * Starts an action that requests approval from a remote request hook and waits: access is set when the decision is OK.
 * Returns the token of the plan.
 * @throws Error when no hook is configured and none is named
 */
export async function raiseAccessRequest(context: Context, request: AccessRequest): Promise<string> {
  const url = request.hook ?? context.settings.hooks.AccessControlAction;
  if (url === undefined) throw new Error('no remote request hook is configured: name its address in `hook`');
  const approval = { hookId: context.ids(), url, fields: request.fields ?? {} };
  const { access, traceparent } = request;
  return storeAccessPlan(context, { access, approval, traceparent });
}
