import { ApiError, type TaskHandle } from '@tessera/client';
import type { ValidationResult, ValidationStatus } from '@tessera/contracts/types/tech-adapter';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { checkUnit } from '../../descriptor/check-unit.ts';
import { toComponentYaml, toYaml } from '../../descriptor/enrich.ts';
import { readUnit } from '../../descriptor/read-unit.ts';
import { gather } from '../../storage/gather.ts';
import { findDeployment } from '../registry/adapters.ts';
import { guarded } from '../tasks/call-progress.ts';
import { dataCatalogAt, techAdapterAt } from '../tasks/clients.ts';
import type { Progress, TaskInPlan, TaskWork } from '../tasks/task-work.ts';
import { readFindings, writeFindings } from './findings.ts';

/** Statuses of an adapter that supports only version 1 of the validation. */
const WITHOUT_VERSION_2 = [404, 405, 500, 501];

/** Maximum number of findings of one phase; a reader needs no more. */
const MOST_FINDINGS = 50;

/** The checks of the coordinator itself. */
export function internalWork(context: Context): TaskWork {
  return {
    async start({ plan }) {
      const { unit, problem } = readUnit(plan.descriptor);
      if (unit === undefined) return found([`${problem}`]);
      const findings = checkUnit(unit, context.settings);
      return found(
        findings.map(({ field, message }) => `${field}: ${message}`),
        findings[0]?.field,
      );
    },
  };
}

/** The checks of a tech adapter or the data catalog plugin. */
export function remoteWork(context: Context): TaskWork {
  return {
    async start(about) {
      if (await hasInternalFindings(context.db, about.plan.id)) {
        return { state: 'COMPLETED', result: writeFindings({ errors: [], isSkipped: true }) };
      }
      const validator = await findValidator(context, about);
      if (typeof validator === 'string') return found([validator]);
      return startValidation(validator);
    },
    async poll(about, token) {
      const validator = await findValidator(context, about);
      if (typeof validator === 'string') return { state: 'RETRY', problem: validator };
      return guarded(async () => {
        const { status, info, ...rest } = await validator.resume(token).status();
        if (status === 'RUNNING') return { state: 'RUNNING', token };
        if (status === 'FAILED')
          return { state: 'FAILED', problem: 'the validation could not be carried out' };
        return judge(info?.publicInfo ?? oldResult(rest));
      });
    },
  };
}

/** Whether the coordinator itself found something in the descriptor of a plan. */
const hasInternalFindings = gather(async (db: Context['db'], planIds: readonly string[]) => {
  const rows = await db
    .selectFrom('task')
    .select(['plan_id', 'result'])
    .where(sql<boolean>`plan_id = any(${[...new Set(planIds)]}::text[])`)
    .where('action', '=', 'VALIDATION')
    .execute();
  const withFindings = rows.filter(({ result }) => readFindings(result).errors.length > 0);
  return (planId) => withFindings.some(({ plan_id }) => plan_id === planId);
});

/** The validating server, in either version. */
interface Validator {
  readonly start: () => Promise<Pick<TaskHandle<ValidationStatus>, 'token' | 'last'>>;
  readonly resume: (token: string) => Pick<TaskHandle<ValidationStatus>, 'status'>;
  readonly ask: () => Promise<ValidationResult>;
}

async function findValidator(context: Context, about: TaskInPlan): Promise<Validator | string> {
  const { plan, task } = about;
  const { unit } = readUnit(plan.descriptor);
  if (unit === undefined) return 'the descriptor is not readable';
  if (task.action === 'VALIDATE_DATAPRODUCT_CATALOG') {
    const plugin = dataCatalogAt(context, context.settings.dataCatalog ?? '', about);
    const body = { descriptorKind: 'DATAPRODUCT_DESCRIPTOR', descriptor: toYaml(unit.fields) } as const;
    return {
      start: () => plugin.asyncValidate({ body }),
      resume: (token) => plugin.asyncValidate.resume(token),
      ask: () => plugin.validate({ body }),
    };
  }
  const component = unit.components.find(({ id }) => id === task.component_id);
  const templateId = (component ?? unit).infrastructureTemplateId;
  if (templateId === undefined) return 'it names no infrastructure template';
  const deployment = await findDeployment(context.db, templateId, plan.environment);
  if (deployment === undefined || deployment.enabled === false) {
    return `no tech adapter is registered and enabled for ${templateId} in ${plan.environment}`;
  }
  const adapter = techAdapterAt(context, deployment.url, about);
  const body =
    component === undefined
      ? ({ descriptorKind: 'DATAPRODUCT_DESCRIPTOR', descriptor: toYaml(unit.fields) } as const)
      : ({
          descriptorKind: 'COMPONENT_DESCRIPTOR',
          descriptor: toComponentYaml(unit.fields, component.id),
        } as const);
  return {
    start: () => adapter.asyncValidate({ body }),
    resume: (token) => adapter.asyncValidate.resume(token),
    ask: () => adapter.validate({ body }),
  };
}

async function startValidation(validator: Validator): Promise<Progress> {
  return guarded(async () => {
    try {
      const { token, last } = await validator.start();
      if (token !== undefined) return { state: 'RUNNING', token };
      return judge(last?.info?.publicInfo);
    } catch (cause) {
      if (!(cause instanceof ApiError) || !WITHOUT_VERSION_2.includes(cause.status)) throw cause;
      return judge(await validator.ask());
    }
  });
}

/** Adapters of an earlier contract version return their verdict in `result`. */
function oldResult(status: object): unknown {
  return 'result' in status ? status.result : undefined;
}

/** Parses a verdict leniently: adapters are third-party servers. */
function judge(result: unknown): Progress {
  const { valid, error }: { valid?: unknown; error?: unknown } = Object(result);
  if (typeof valid !== 'boolean') {
    return { state: 'FAILED', problem: 'the answer does not say whether the descriptor is valid' };
  }
  if (valid) return found([]);
  const { errors }: { errors?: unknown } = Object(error);
  const listed = Array.isArray(errors) ? errors.map(String) : [];
  return found(listed.length > 0 ? listed : ['the descriptor is not valid; no reason is given']);
}

function found(errors: readonly string[], field?: string): Progress {
  return { state: 'COMPLETED', result: writeFindings({ errors: errors.slice(0, MOST_FINDINGS), field }) };
}
