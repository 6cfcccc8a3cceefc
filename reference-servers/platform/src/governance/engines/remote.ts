import type { EvaluationResultContent, GovernanceEntityType } from '@tessera/contracts/types/governance';
import type { Context } from '../../context.ts';
import type { Engine } from './engine.ts';
import { llmEngineAt, remoteEngineAt } from './engine-clients.ts';

/** Asks a remote engine over its contract. */
export function remoteEngine(context: Context): Engine {
  return async ({ entity, resourceId, material, keep }) => {
    const { resourceType } = entity.definition;
    const externalUrl = entity.definition.externalUrl ?? context.settings.engines.remote;
    if (externalUrl === undefined) throw new Error('no externalUrl says where the engine is');
    const body = { resourceId, resourceType, content: material.text };
    return readVerdict(
      await remoteEngineAt(context, externalUrl, keep).evaluateResource({ body }),
      entity.type,
    );
  };
}

/** Asks an engine with a language model over its contract. */
export function agentEngine(context: Context): Engine {
  return async ({ entity, resourceId, material, keep }) => {
    const { governanceAgentSpec: spec, resourceType } = entity.definition;
    const url = spec?.url ?? context.settings.engines.governanceAgent;
    if (url === undefined || spec?.prompt === undefined)
      throw new Error('governanceAgentSpec needs a prompt and a url');
    const body = { resourceId, resourceType, content: material.text, policy: spec.prompt };
    return readVerdict(await llmEngineAt(context, url, keep).validate({ body }), entity.type);
  };
}

/** Maximum number of sentences of one verdict. */
const MOST_ERRORS = 100;

/** Maximum number of characters of one sentence. */
const LONGEST_ERROR = 2_000;

/** Maximum number of characters of `details`, as JSON. */
const LARGEST_DETAILS = 64 * 1024;

/**
 * Parses a response leniently: engines are third-party servers.
 * @throws Error when the response is ambiguous
 */
function readVerdict(answer: unknown, type: GovernanceEntityType): EvaluationResultContent {
  const { satisfiesPolicy, value, errors, details }: Record<string, unknown> = Object(answer);
  if (satisfiesPolicy !== undefined && value !== undefined)
    throw new Error('the engine answers with satisfiesPolicy and value; it has to be one of them');
  const more = { errors: readErrors(errors), ...readDetails(details) };
  if (type === 'policy') {
    if (typeof satisfiesPolicy === 'boolean') return { isError: false, satisfiesPolicy, ...more };
    throw new Error('the engine does not say in satisfiesPolicy whether the resource complies');
  }
  // JSON has no infinity, but parsers read 1e999 as one.
  if (typeof value === 'number' && Number.isFinite(value)) return { isError: false, value, ...more };
  throw new Error('the engine does not answer with a number in value');
}

function readErrors(errors: unknown): string[] {
  if (!Array.isArray(errors)) return [];
  const kept = errors.slice(0, MOST_ERRORS).map((error) => textOf(error).slice(0, LONGEST_ERROR));
  const left = errors.length - kept.length;
  return left > 0 ? [...kept, `and ${left} more`] : kept;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function readDetails(details: unknown): { details?: Record<string, unknown> } {
  if (typeof details !== 'object' || details === null || Array.isArray(details)) return {};
  const size = JSON.stringify(details).length;
  if (size <= LARGEST_DETAILS) return { details: { ...details } };
  return { details: { leftOut: `the details have ${size} characters; at most ${LARGEST_DETAILS} are kept` } };
}
