import { type Check, NotApplicable } from '../suite/check.ts';
import { operationOf } from '../suite/contract.ts';
import { knowsMember } from '../suite/contract-version.ts';
import { bodyOf, describeAnswer, refusalText, statusOf, succeeded } from '../suite/exchange.ts';
import { at, isObject } from '../suite/json.ts';
import type { Claim, Run, Subject, Suite } from '../suite/run.ts';
import { FAULTS, type FaultyBody, faultIn, faultyBodies } from './faulty-bodies.ts';
import { answersFindings, expectRejection, invalidCheck } from './invalid-check.ts';

/** A request body with one fault, and the requirement that covers it. */
interface Negative extends FaultyBody {
  readonly claim?: Claim;
}

/** A body that is invalid as a whole. */
interface Whole {
  readonly name: string;
  readonly title: string;
  readonly text?: (good: unknown) => string;
  /** A server that reads it as an absent body does so everywhere: one operation is enough. */
  readonly isAskedOnce?: true;
}

const WHOLE: readonly Whole[] = [
  // With the valid body in it, which some servers unwrap.
  {
    name: 'list',
    title: 'A list as the body returns 400',
    text: (good) => JSON.stringify(good === undefined ? [] : [good]),
  },
  { name: 'no-body', title: 'A missing body returns 400' },
  { name: 'null', title: 'null as the body returns 400', text: () => 'null', isAskedOnce: true },
];

/** What a body without a member lacks. */
const EVERYTHING = 'every field';

/** Text that is not JSON for any parser. */
const BROKEN_JSON = '{"id": "a value", "text": ';

/**
 * Valid bodies in a syntax that only lenient parsers accept: YAML allows a trailing comma, some close open brackets.
 */
const NEARLY_JSON: readonly { name: string; label: string; spell: (text: string) => string }[] = [
  { name: 'comma', label: 'JSON with an extra comma', spell: (text) => text.replace(/\}$/, ',}') },
  { name: 'end', label: 'JSON without its last brace', spell: (text) => text.replace(/\}$/, '') },
];

/** Invalid requests derived from each request schema; the session proves each of them invalid before it is sent. */
export function invalidRequestChecks(run: Run, suite: Suite, subject: Subject): Check[] {
  const operations = Object.values(run.contract.table.operations).filter(({ body }) => body !== undefined);
  return operations.flatMap(({ id }) => [
    ...negativesOf(run, suite, subject, id).map((negative) =>
      negativeCheck(run, suite, subject, id, negative),
    ),
    ...wholesOf(run, subject, id).map((whole) => wholeCheck(run, suite, subject, id, whole)),
    ...textChecks(run, suite, subject, id),
    mediaTypeCheck(run, suite, subject, id),
    ...suite.claims.flatMap((claim) =>
      claim.named === undefined || claim.schema !== operationOf(run.contract, id).body?.schema
        ? []
        : [namingCheck(run, id, claim.member, claim.named)],
    ),
  ]);
}

/** If a refusal names the missing member, it names the right one; the wording is not checked. */
function namingCheck(run: Run, operation: string, member: string, requirement: string): Check {
  const scope = { of: operation, operation, phase: 'last' } as const;
  return run.check(requirement, scope, (trial) => {
    const refused = run.session.journal.filter(
      (one) =>
        one.operation === operation &&
        one.sent.fault === member &&
        at(one.sent.value, member) === undefined &&
        statusOf(one) === 400,
    );
    if (refused.length === 0) throw new NotApplicable('no request without it was rejected with 400');
    for (const exchange of refused) {
      trial.saw(exchange);
      const named = at(bodyOf(exchange), 'inputErrorField');
      if (typeof named !== 'string' || named.split(/[./]/).includes(member)) continue;
      trial.violated(
        {
          symptom: `${member} not reported`,
          expected: `inputErrorField: ${member}, which is missing`,
          actual: `inputErrorField: ${named}`,
        },
        exchange,
      );
    }
  });
}

function negativesOf(run: Run, suite: Suite, subject: Subject, operation: string): Negative[] {
  const entry = operationOf(run.contract, operation);
  const { body } = entry;
  const good = subject.goodBody(operation);
  if (body === undefined || !isObject(good)) return [];
  const { schemas } = run.session;
  const takers = Object.values(run.contract.table.operations).filter((one) => one.body !== undefined);
  const turn = takers.findIndex(({ id }) => id === operation);
  const choice = {
    turn,
    everyList: true,
    everyType: [subject.harmless, ...(subject.changeNothing ?? []), ...(subject.refusing ?? [])].includes(
      operation,
    ),
  } as const;
  const made = faultyBodies(schemas, body.schema, good, choice);
  const lacking = made.filter(
    ({ member, fault }) =>
      fault === 'missing' &&
      !member.includes('.') &&
      knowsMember(entry, member, run.settings.contractVersion),
  );
  // If a server validates members one by one, the first refusal hides the rest.
  const empty: Negative[] =
    lacking.length > 1 ? [{ member: EVERYTHING, fault: 'missing', kind: '', value: {}, required: true }] : [];
  const single = made.flatMap((negative) => {
    const claim = suite.claims.find(
      (one) =>
        one.schema === body.schema &&
        one.member === negative.member &&
        one.kinds.includes(negative.fault) &&
        one.operations?.includes(operation) !== false,
    );
    if (!knowsMember(entry, negative.member, run.settings.contractVersion)) return [];
    // Besides the claims of requirements, only required members are tested.
    if (claim === undefined && !negative.required) return [];
    return [{ ...negative, ...(claim === undefined ? {} : { claim }) }];
  });
  return [...single, ...empty];
}

function negativeCheck(
  run: Run,
  suite: Suite,
  subject: Subject,
  operation: string,
  negative: Negative,
): Check {
  const { member, fault, kind, claim, value } = negative;
  const [of, told] =
    kind === '' ? [fault, FAULTS[fault]] : [`${fault}.${kind.split(' ').at(-1)}`, `is ${kind}`];
  return invalidCheck(run, {
    requirement: claim?.requirement ?? 'X-12',
    operation,
    of: `${operation}.${member.replaceAll(' ', '-')}.${of}`,
    title: `${operation}: a request in which ${member} ${told} returns 400`,
    label: `${member} ${told}`,
    call: () => ({
      value,
      parameters: subject.goodParameters?.(operation),
      ...(member === EVERYTHING ? {} : faultIn(negative)),
    }),
    judge(trial, exchange) {
      // A server that accepts one invalid value of a member also accepts the others, and invalid values in it: one cause.
      const symptom = member.replace(/\..*$/, '');
      const actual = describeAnswer(exchange);
      if (succeeded(exchange) && claim?.tolerates === typeof at(value, member))
        trial.note({ symptom: `${member} of the wrong type`, expected: '400', actual }, exchange);
      else if (succeeded(exchange) && negative.isTolerable === true)
        trial.warned(
          { symptom: `accepted: ${symptom}`, expected: '400 with a list of errors', actual },
          exchange,
        );
      else expectRejection(trial, suite, exchange, symptom);
    },
  });
}

/** If the body is optional and has no schema, any JSON is valid. */
function wholesOf(run: Run, { harmless }: Subject, operation: string): readonly Whole[] {
  if (operationOf(run.contract, operation).body?.required !== true) return [];
  return WHOLE.filter(({ isAskedOnce }) => isAskedOnce !== true || operation === harmless);
}

function wholeCheck(run: Run, suite: Suite, subject: Subject, operation: string, whole: Whole): Check {
  return invalidCheck(run, {
    requirement: 'X-12',
    operation,
    of: `${operation}.${whole.name}`,
    title: `${operation}: ${whole.title}`,
    label: whole.title,
    call: () => ({
      parameters: subject.goodParameters?.(operation),
      text: whole.text?.(subject.goodBody(operation)),
    }),
    judge(trial, exchange) {
      // Without a body there is no media type either: a server may check that first.
      if (whole.text === undefined && [411, 415].includes(statusOf(exchange)))
        trial.note({ symptom: 'no body', expected: '400', actual: describeAnswer(exchange) }, exchange);
      else expectRejection(trial, suite, exchange, `body is ${whole.name}`);
    },
  });
}

/** Malformed JSON; of the harmless operation also a valid body, so that only the syntax can be refused. */
function textChecks(run: Run, suite: Suite, subject: Subject, operation: string): Check[] {
  const good = operation === subject.harmless ? subject.goodBody(operation) : undefined;
  const nearly = isObject(good)
    ? NEARLY_JSON.map(({ name, label, spell }) => ({
        of: `${operation}.${name}`,
        label,
        text: spell(JSON.stringify(good)),
      }))
    : [];
  return [{ of: operation, label: 'malformed JSON', text: BROKEN_JSON }, ...nearly].map(({ text, ...what }) =>
    invalidCheck(run, {
      requirement: 'X-11',
      operation,
      ...what,
      title: `${operation}: ${what.label} returns 400`,
      call: () => ({ text, parameters: subject.goodParameters?.(operation) }),
      // A server that accepts one of them does not parse strict JSON.
      judge: (trial, exchange) => expectRejection(trial, suite, exchange, 'malformed JSON'),
    }),
  );
}

function mediaTypeCheck(run: Run, suite: Suite, subject: Subject, operation: string): Check {
  return invalidCheck(run, {
    requirement: 'CO-08',
    operation,
    of: operation,
    title: `${operation}: a body of another media type causes no system error`,
    label: 'another media type',
    call() {
      if (subject.goodBody(operation) === undefined) throw new NotApplicable('the operation has no body');
      return {
        intent: 'stray',
        // A body that is invalid under any name: accepting it must not start work.
        text: 'descriptor=none',
        mediaType: 'text/plain',
        parameters: subject.goodParameters?.(operation),
      };
    },
    judge(trial, exchange) {
      if (statusOf(exchange) >= 400 && statusOf(exchange) < 500) return;
      // A server may ignore an optional body.
      const isIgnored = operationOf(run.contract, operation).body?.required !== true;
      if (answersFindings(suite, exchange) || (succeeded(exchange) && isIgnored)) return;
      trial.wrongAnswer(refusalText(exchange), '415 or 400', exchange);
    },
  });
}
