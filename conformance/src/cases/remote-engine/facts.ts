import { parse, stringify } from 'yaml';
import { memo, NotTestable } from '../../suite/check.ts';
import { type Exchange, statusOf } from '../../suite/exchange.ts';
import { createGate } from '../../suite/gate.ts';
import { violatingBody } from '../../suite/given.ts';
import { at, isObject, type JsonObject } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';
import { outcomeOf, SHORT } from '../evaluation/result.ts';

export const OPERATION = 'evaluateResource';

/** The check that reports the operation as missing or broken. */
export const PRIMARY = { [OPERATION]: 'RE-01' };

const HINT =
  'the built-in resources were rejected; pass one that the engine can evaluate (content, resourceType, resourceId): --body evaluateResource=FILE';

/** Facts that the remote engine checks share. Each request is sent when a check first needs it. */
export type Facts = ReturnType<typeof createFacts>;

export function createFacts(run: Run) {
  const { session, settings, invent } = run;
  const own = settings.bodies?.[OPERATION];
  const builtIn = ['system', 'bucket'].map((name) =>
    at(run.contract.fixtures, OPERATION, 'request', name, 'value'),
  );
  const samples = (isObject(own) ? [own] : builtIn).filter(isObject);
  const [main = {}] = samples;

  const evaluate = (value: unknown, label: string): Promise<Exchange> =>
    session.call({ operation: OPERATION, label, intent: 'valid', value });

  /** The first sample that the engine evaluates. Runs alone, as a baseline for other requests. */
  const first = memo(async () => {
    const answers: Exchange[] = [];
    for (const sample of samples) {
      const exchange = await evaluate(sample, `a resource of the type ${String(sample['resourceType'])}`);
      if (statusOf(exchange) === 200) return { resource: sample, exchange };
      answers.push(exchange);
      // Only a refusal of the type justifies a retry.
      if (statusOf(exchange) !== 400) break;
    }
    const [last] = answers.slice(-1);
    if (last === undefined) throw new Error('there is no sample');
    return { resource: main, exchange: last };
  });

  const gate = createGate(run, {
    primary: PRIMARY,
    probes: { [OPERATION]: async () => (await first()).exchange },
    status: 200,
    excuse(_operation, exchange) {
      if (statusOf(exchange) === 400 && !isObject(own)) throw new NotTestable(HINT);
    },
    baseline: () => other,
  });
  const resource = memo(async () => {
    await gate(OPERATION);
    return (await first()).resource;
  });

  const violating = violatingBody(settings.samples);
  /** The answer to the resource that the configuration calls violating; undefined without one. */
  const judgedViolating = memo(async () =>
    violating === undefined ? undefined : evaluate(violating, 'the violating sample'),
  );

  /** A resource with a different result, if the suite finds one. */
  const other = memo(async () => {
    const { resource: judged, exchange } = await first();
    const given = await judgedViolating();
    if (violating !== undefined && given !== undefined && isOtherResult(given, exchange))
      return { resource: violating, exchange: given };
    const candidates = [...poorer(judged), ...samples.filter((one) => one !== judged)];
    for (const candidate of candidates) {
      const resourceId = `urn:dmb:dp:${invent('word')}`;
      const value: JsonObject = { ...candidate, content: renamed(candidate, resourceId), resourceId };
      const answer = await evaluate(value, 'another resource');
      if (isOtherResult(answer, exchange)) return { resource: value, exchange: answer };
    }
    return undefined;
  });

  /** The answer to the first resource with less content; undefined if that made no difference. */
  const lacking = async (): Promise<Exchange | undefined> => {
    const [judged, less] = [await resource(), await other()];
    return less?.resource['resourceType'] === judged['resourceType'] ? less?.exchange : undefined;
  };

  /** A sample of another type than the first; many engines do not evaluate that type. */
  const ofAnotherType = memo(async () => {
    const { resourceType } = await resource();
    const another = samples.find((one) => one['resourceType'] !== resourceType);
    if (another !== undefined) await evaluate(another, 'a resource of another type');
  });

  return {
    run,
    main,
    gate,
    evaluate,
    first,
    underDigits: () => underDigits(samples, evaluate),
    resource,
    other,
    judgedViolating,
    lacking,
    ofAnotherType,
  };
}

/** The result of a sample under an id of digits, for an engine that refused all samples under their own ids. */
async function underDigits(
  samples: readonly JsonObject[],
  evaluate: (value: unknown, label: string) => Promise<Exchange>,
): Promise<Exchange | undefined> {
  for (const sample of samples) {
    const value = { ...sample, resourceId: '12345' };
    const exchange = await evaluate(value, 'a resource with a numeric id');
    if (statusOf(exchange) === 200) return exchange;
  }
  return undefined;
}

/** A rejection is not a result. */
function isOtherResult(answer: Exchange, usual: Exchange): boolean {
  return statusOf(answer) === 200 && outcomeOf(answer) !== outcomeOf(usual);
}

/** The same resource with less content: policies then report what is missing, and metrics count less. */
function poorer(resource: JsonObject): JsonObject[] {
  const document: unknown = read(String(resource['content']));
  if (!isObject(document)) return [];
  const { id, name, kind } = document;
  const { description: _, ...undescribed } = document;
  return [undescribed, { id, kind, name }].map((content) => ({
    ...resource,
    content: stringify(JSON.parse(JSON.stringify(content))),
  }));
}

/** The same text about another resource: cached data of the first one must not help. */
function renamed({ content, resourceId }: JsonObject, other: string): string {
  const id = String(resourceId);
  return id.length < SHORT ? String(content) : String(content).replaceAll(id, other);
}

function read(content: string): unknown {
  try {
    return parse(content);
  } catch {
    return undefined;
  }
}
