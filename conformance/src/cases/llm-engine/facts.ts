import { parse, stringify } from 'yaml';
import { memo } from '../../suite/check.ts';
import { bodyOf, type Exchange, statusOf } from '../../suite/exchange.ts';
import { createGate } from '../../suite/gate.ts';
import { violatingBody } from '../../suite/given.ts';
import { at, isObject, type JsonObject } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';
import { memoAfter } from '../../suite/work.ts';
import { readYaml } from '../../suite/yaml.ts';

export const OPERATION = 'validate';

/** The check that reports the operation as missing or broken. */
export const PRIMARY = { [OPERATION]: 'LE-02' };

/** Number of retries of the first request after a system error. */
const MORE_TRIES = 2;

/** A policy so plain that every model can evaluate it. */
const policyOn = (domain: string): string => `The domain of the data product must be ${domain}.`;

const PREFACE = 'Judge the data product by the sentence that follows.\nIt holds for all of them.';
/** As long as a typical description and no longer: model usage is billed by length. */
const STORY = 'Lists the place of every parcel, and its time of arrival. '.repeat(50).trim();

/**
 * Facts that the LLM engine checks share. Each request is sent when a check first needs it, because every answer costs
 * model usage.
 */
export type Facts = ReturnType<typeof createFacts>;

export function createFacts(run: Run) {
  const { session, settings } = run;
  const own = settings.bodies?.[OPERATION];
  const builtIn = at(run.contract.fixtures, OPERATION, 'request', 'domain', 'value');
  const sample: JsonObject = isObject(builtIn) ? builtIn : {};
  const main: JsonObject = isObject(own) ? own : sample;

  const evaluate = (value: unknown, label: string): Promise<Exchange> =>
    session.call({ operation: OPERATION, label, intent: 'valid', value });
  // Requested alone and one after the other, as a baseline for other requests.
  const first = memo(async () => {
    let exchange = await evaluate(main, 'a resource and a policy');
    // A model may be temporarily unavailable, which an engine reports with a system error.
    for (let time = 0; time < MORE_TRIES && statusOf(exchange) >= 500; time += 1)
      exchange = await evaluate(main, 'a resource and a policy, again');
    return exchange;
  });
  const after = (before: () => Promise<Exchange>, value: object, label: string) =>
    memoAfter([before], () => evaluate(value, label));

  /** The same data product in another domain. */
  const inDomain = (domain: string): JsonObject => {
    const document: unknown = parse(String(sample['content']));
    return { ...sample, content: stringify({ ...(isObject(document) ? document : {}), domain }) };
  };
  /** The domain is after much other content, and the last line of the policy asks for it. */
  const atEnd = (domain: string): JsonObject => {
    const document: unknown = parse(String(sample['content']));
    const { domain: _, ...rest } = isObject(document) ? document : {};
    const policy = `${PREFACE}\n${policyOn('logistics')}`;
    return { ...sample, content: stringify({ ...rest, description: STORY, domain }), policy };
  };
  const violating = violatingBody(settings.samples);
  // If the configuration has both resources, it knows how the engine evaluates them.
  const complies: JsonObject =
    violating !== undefined && isObject(own) ? own : { ...sample, policy: policyOn('logistics') };
  const breaks: JsonObject = violating ?? { ...inDomain('marketing'), policy: policyOn('logistics') };
  const otherwise = { ...sample, policy: policyOn('marketing') };
  const compliant = after(first, complies, 'a resource that complies');
  const broken = after(compliant, breaks, 'a resource that does not comply');
  const compliantAgain = after(broken, complies, 'a resource that complies, before any other policy');

  const otherPolicy = after(compliantAgain, otherwise, 'the same resource, with a policy that it violates');

  const gate = createGate(run, {
    primary: PRIMARY,
    probes: { [OPERATION]: first },
    status: 200,
    baseline: () => otherPolicy,
  });

  return {
    run,
    main,
    gate,
    evaluate,
    first,
    breaks,
    complies,
    quoted: { ...sample, policy: policyOn('"logistics"') },
    otherwise,
    compliant,
    compliantAgain,
    broken,
    otherPolicy,
    compliesAtEnd: atEnd('logistics'),
    breaksAtEnd: atEnd('marketing'),
    /** The resource that does not comply, with instructions for the model in it. */
    speaking: (words: string): JsonObject => {
      const document = readYaml(String(breaks['content']));
      const spoken = isObject(document) ? { ...document, description: words } : [document, words];
      return { ...breaks, content: stringify(spoken) };
    },
  };
}

/** The verdict of an answer; undefined without a verdict. */
export function verdictOf(exchange: Exchange): unknown {
  return statusOf(exchange) === 200 ? at(bodyOf(exchange), 'satisfiesPolicy') : undefined;
}
