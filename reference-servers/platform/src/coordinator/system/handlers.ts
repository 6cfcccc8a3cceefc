import type { CoordinatorV1Handlers } from '@tessera/contracts/handlers/coordinator-v1';
import type { SystemLogLevel } from '@tessera/contracts/types/coordinator-v1';
import { type HandlerContext, Problem, UsageError } from '@tessera/reference-servers/harness';
import type { Context } from '../../context.ts';
import { findRepeatedPolicy, findUnlinkable } from '../registry/guardian.ts';
import { registerTemplate } from '../registry/register-template.ts';

type System = Pick<
  CoordinatorV1Handlers<HandlerContext>,
  'registerInfrastructureTemplate' | 'reloadConfiguration' | 'getLogLevel' | 'setLogLevel'
>;

/** The operations about the coordinator itself, and about templates. */
export function createSystem(context: Context): System {
  let level: SystemLogLevel = context.logLevel;
  return {
    async registerInfrastructureTemplate({ body }) {
      const repeated = findRepeatedPolicy(body.properties);
      if (repeated !== undefined) {
        const { resourceType, field } = repeated;
        throw new Problem('COR_GUARDIAN_POLICY_REPEATED', { resourceType }, { inputErrorField: field });
      }
      const unlinkable = await findUnlinkable(context, body.properties, body.environment);
      if (unlinkable !== undefined) {
        const { field, problem } = unlinkable;
        throw new Problem('COR_REQUEST_INVALID', { field, problem }, { inputErrorField: field });
      }
      await registerTemplate(context, body);
      return { status: 200, body: body.id };
    },
    async reloadConfiguration() {
      await context.reload().catch(explainInvalid);
      return { status: 204 };
    },
    getLogLevel: () => ({ status: 200, body: { level } }),
    setLogLevel({ path }) {
      level = path.level;
      context.setLogLevel(level);
      return { status: 200, body: { level } };
    },
  };
}

/** The specified response to an invalid configuration is `500`; it states which setting is wrong. */
function explainInvalid(cause: unknown): never {
  if (!(cause instanceof UsageError)) throw cause;
  const problem = cause.message;
  throw new Problem(
    'COR_SYSTEM_PROBLEM',
    {},
    {
      members: {
        error: 'the configuration is invalid; the previous one stays active',
        moreInfo: { problems: [problem], solutions: ['Correct the configuration, and reload it.'] },
      },
    },
  );
}
