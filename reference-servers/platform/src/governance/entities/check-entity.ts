import { checkCron, nextRun } from '@tessera/client/cron';
import { Problem } from '@tessera/reference-servers/harness';
import { type Definition, isPolicy } from './entity-store.ts';

/** A member that does not go with the others. */
interface Contradiction {
  readonly field: string;
  /** Continues a sentence that begins with the field. */
  readonly problem: string;
}

/**
 * Refuses what could never be evaluated.
 * @throws Problem for the first member that does not go with the others
 */
export function checkDefinition(definition: Definition, now: Date): void {
  const [first, ...others] = findContradictions(definition, now).map(
    ({ field, problem }) =>
      new Problem('CGP_REQUEST_INVALID', { field, problem }, { inputErrorField: field }),
  );
  if (first !== undefined) throw first.with({ also: others });
}

function findContradictions(definition: Definition, now: Date): Contradiction[] {
  const { trigger, timing, cronExpression } = definition;
  const found = trigger === 'active' ? findMissingOfEngine(definition) : [];
  if (trigger === 'passive' && timing !== 'runtime') {
    found.push({ field: 'timing', problem: 'must be runtime, because the trigger is passive' });
  }
  const problem = cronExpression === undefined ? undefined : findCronProblem(cronExpression, now);
  return problem === undefined ? found : [...found, { field: 'cronExpression', problem }];
}

/** What the engine of an active entity needs. */
function findMissingOfEngine(definition: Definition): Contradiction[] {
  const { engine, cueScript, externalUrl, governanceAgentSpec } = definition;
  const missing = (field: string): Contradiction => ({
    field,
    problem: `is required by the engine ${engine}`,
  });
  if (engine === 'cue') return cueScript === undefined ? [missing('cueScript')] : [];
  if (engine === 'remote') return externalUrl === undefined ? [missing('externalUrl')] : [];
  if (engine !== 'governanceAgent') return [];
  if (!isPolicy(definition))
    return [{ field: 'engine', problem: 'must be another one: an agent measures nothing' }];
  return [
    ...(governanceAgentSpec?.prompt === undefined ? [missing('governanceAgentSpec.prompt')] : []),
    ...(governanceAgentSpec?.url === undefined ? [missing('governanceAgentSpec.url')] : []),
  ];
}

/**
 * What is wrong with a cron expression, to continue a sentence; undefined when it comes due. The pattern of the contract lets
 * ranges pass that go down, and days that no month has.
 */
export function findCronProblem(cron: string, now: Date): string | undefined {
  try {
    checkCron(cron);
    return nextRun(cron, now) === undefined ? 'must come due some day' : undefined;
  } catch (cause) {
    return cause instanceof Error ? cause.message.replace(/^the cron expression /, '') : String(cause);
  }
}
