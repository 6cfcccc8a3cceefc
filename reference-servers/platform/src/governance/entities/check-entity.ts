import { checkCron, nextRun } from '@tessera/client/cron';
import { Problem } from '@tessera/reference-servers/harness';
import type { Settings } from '../../settings.ts';
import { type Definition, isPolicy } from './entity-store.ts';

/** A member that contradicts the others. */
interface Contradiction {
  readonly field: string;
  /** Continues a sentence that begins with the field. */
  readonly problem: string;
}

/**
 * Rejects entities that could never be evaluated.
 * @throws Problem for the first member that contradicts the others
 */
export function checkDefinition(definition: Definition, now: Date, engines: Settings['engines']): void {
  const [first, ...others] = findContradictions(definition, now, engines).map(
    ({ field, problem }) =>
      new Problem('CGP_REQUEST_INVALID', { field, problem }, { inputErrorField: field }),
  );
  if (first !== undefined) throw first.with({ also: others });
}

function findContradictions(
  definition: Definition,
  now: Date,
  engines: Settings['engines'],
): Contradiction[] {
  const { trigger, timing, cronExpression } = definition;
  const found = trigger === 'active' ? findMissingOfEngine(definition, engines) : [];
  if (trigger === 'passive' && timing !== 'runtime') {
    found.push({ field: 'timing', problem: 'must be runtime, because the trigger is passive' });
  }
  const problem = cronExpression === undefined ? undefined : findCronProblem(cronExpression, now);
  return problem === undefined ? found : [...found, { field: 'cronExpression', problem }];
}

/** The settings that the engine of an active entity needs and that are missing. */
function findMissingOfEngine(definition: Definition, engines: Settings['engines']): Contradiction[] {
  const { engine, cueScript, externalUrl, governanceAgentSpec } = definition;
  const missing = (field: string): Contradiction => ({
    field,
    problem: `is required by the engine ${engine}`,
  });
  if (engine === 'cue') return cueScript === undefined ? [missing('cueScript')] : [];
  if (engine === 'remote')
    return (externalUrl ?? engines.remote) === undefined ? [missing('externalUrl')] : [];
  if (engine !== 'governanceAgent') return [];
  if (!isPolicy(definition))
    return [{ field: 'engine', problem: 'must be another one: an agent measures nothing' }];
  return [
    ...(governanceAgentSpec?.prompt === undefined ? [missing('governanceAgentSpec.prompt')] : []),
    ...((governanceAgentSpec?.url ?? engines.governanceAgent) === undefined
      ? [missing('governanceAgentSpec.url')]
      : []),
  ];
}

/**
 * What is wrong with a cron expression, to continue a sentence; undefined for a valid one. The pattern of the contract
 * allows descending ranges, and days that no month has.
 */
export function findCronProblem(cron: string, now: Date): string | undefined {
  try {
    checkCron(cron);
    return nextRun(cron, now) === undefined ? 'must come due some day' : undefined;
  } catch (cause) {
    return cause instanceof Error ? cause.message.replace(/^the cron expression /, '') : String(cause);
  }
}
