import type { CoordinatorV1Handlers } from '@tessera/contracts/handlers/coordinator-v1';
import type { CoordinatorV2Handlers } from '@tessera/contracts/handlers/coordinator-v2';
import { type HandlerContext, Problem } from '@tessera/reference-servers/harness';
import type { Context } from '../../context.ts';
import { readUnit } from '../../descriptor/read-unit.ts';
import { findPlan, hasEnded, hasEndedTask, type Plan, readTasks } from '../plans/plan-store.ts';
import { terminatePlan } from '../plans/terminate.ts';
import { readPhases, storeValidation } from './start-validation.ts';

type Version2 = Pick<CoordinatorV2Handlers<HandlerContext>, 'startValidation' | 'getValidationStatus'>;
type Version1 = Pick<CoordinatorV1Handlers<HandlerContext>, 'validateDescriptor'>;

/** How often version 1 polls its validation, in milliseconds. */
const LOOK_MS = 50;

/** The operations that validate a descriptor without deploying it. */
export function createValidation(context: Context): Version2 & Version1 {
  const start = async (descriptor: string, headers: HandlerContext['headers']): Promise<string> => {
    const { unit, problem } = readUnit(descriptor);
    if (unit === undefined)
      throw new Problem('COR_PARSE_DESCR_1', { problem }, { inputErrorField: 'descriptor' });
    const id = context.ids();
    const { traceparent } = headers;
    await storeValidation(context, id, {
      unit,
      descriptor,
      environment: unit.environment,
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    });
    await context.engine.start('plan', id);
    return id;
  };
  return {
    async startValidation({ body }, { headers }) {
      return { status: 202, body: await start(body.descriptor, headers) };
    },
    async getValidationStatus({ path: { token } }) {
      const plan = await findPlan(context.db, token);
      if (plan?.kind !== 'VALIDATION')
        throw new Problem('COR_VALIDATION_NOT_FOUND', { token }, { input: token });
      const { results, ...references } = await readPhases(context, plan);
      const status = plan.status === 'COMPLETED' ? 'COMPLETED' : hasEnded(plan) ? 'FAILED' : 'RUNNING';
      return { status: 200, body: { status, validationSummaryStatus: { results }, ...references } };
    },
    async validateDescriptor({ body, signal }, { headers }) {
      const { clock, db, settings } = context;
      const id = await start(body.descriptor, headers);
      const done = new AbortController();
      const late = clock.sleep(settings.validateMs, done.signal).then(() => true);
      let plan = await findPlan(db, id);
      try {
        while (plan !== undefined && !hasEnded(plan)) {
          const isLate = await Promise.race([late, clock.sleep(LOOK_MS, signal).then(() => false)]);
          if (isLate) await giveUp(context, plan);
          plan = await findPlan(db, id);
        }
      } finally {
        late.catch(() => {});
        done.abort();
      }
      const { results } = plan === undefined ? { results: [] } : await readPhases(context, plan);
      return { status: 200, body: { results } };
    },
  };
}

/** Stops a validation that a caller has waited for too long, and says what it waited for. */
async function giveUp(context: Context, plan: Plan): Promise<never> {
  const tasks = await readTasks(context.db, plan.id);
  const open = tasks.filter((task) => task.started_at !== null && !hasEndedTask(task));
  await terminatePlan(context, plan.id, 'forced');
  const { validateMs } = context.settings;
  throw new Problem(
    'COR_SYSTEM_PROBLEM',
    {},
    {
      members: {
        error: `the validation has not ended after ${validateMs} ms`,
        moreInfo: {
          problems: open.map(({ name }) => `Not ended: ${name}.`),
          solutions: [
            'Check the registered address of the server that is named, and that it answers.',
            'Validate with version 2 of the operation, which returns a token to poll.',
          ],
        },
      },
    },
  );
}
