import type { BuilderHandlers } from '@tessera/contracts/handlers/builder';
import type { TechAdapterRegistration } from '@tessera/contracts/types/builder';
import { type HandlerContext, Problem } from '@tessera/reference-servers/harness';
import type { Context } from '../context.ts';
import { findRepeatedPolicy, findUnlinkable } from '../coordinator/registry/guardian.ts';
import { registerTemplate } from '../coordinator/registry/register-template.ts';
import { DECISION } from './approval-work.ts';
import { decideHook, findHook, viewHook } from './hook-store.ts';

/** The operations of the builder. */
export function createBuilderHandlers(context: Context): BuilderHandlers<HandlerContext> {
  const { db, clock, engine, changes } = context;
  return {
    async updateHook({ path: { id }, body }) {
      const decided = await decideHook(db, id, body, clock.now());
      if (decided === undefined) {
        const known = await findHook(db, id);
        if (known === undefined) throw new Problem('HOOK_NOT_FOUND', { hookId: id });
        throw new Problem('HOOK_IMMUTABLE', { hookId: id, status: known.status });
      }
      // The task also polls the table, so a lost message only costs time.
      await engine.send(decided.task_id, DECISION, { status: body.status });
      changes.publish({ kind: 'hook', id });
      return { status: 200, body: viewHook(decided) };
    },
    async registerTechAdapter({ body }) {
      await checkRegistration(context, body);
      await registerTemplate(context, body);
      return { status: 200, body: 'OK' };
    },
  };
}

/** @throws Problem for the first violated rule */
async function checkRegistration(context: Context, registration: TechAdapterRegistration): Promise<void> {
  const { settings, outbound } = context;
  const { id, version, environment, url, properties } = registration;
  const segment = id.split(':').at(-1) ?? '';
  if (version !== segment) {
    throw new Problem('URN_VERSION_MISMATCH', { version, segment, id }, { inputErrorField: 'version' });
  }
  if (!settings.environments.includes(environment)) {
    const configured = settings.environments.join(', ');
    throw new Problem('ENVIRONMENT_UNKNOWN', { environment, configured }, { inputErrorField: 'environment' });
  }
  const repeated = findRepeatedPolicy(properties);
  if (repeated !== undefined) {
    const { resourceType, field } = repeated;
    throw new Problem('GUARDIAN_POLICY_REPEATED', { resourceType }, { inputErrorField: field });
  }
  const unlinkable = await findUnlinkable(context, properties, environment);
  if (unlinkable !== undefined) {
    const { field, problem } = unlinkable;
    throw new Problem('REQUEST_INVALID', { field, problem }, { inputErrorField: field });
  }
  if (!(await outbound.canReach(url, settings.callMs))) {
    throw new Problem('URL_UNREACHABLE', { url }, { inputErrorField: 'url' });
  }
}
