import { mutants } from '../mutant.ts';
import { bodyOf, breakDown, errorList, isBody, pause, type Reply } from '../reply.ts';
import { parseYaml } from '../yaml.ts';
import { answering, crashing, isAscii, mistaking, refusing, replying, rewriting } from './defects.ts';
import { EVALUATE, honestMetric, textIn, verdict } from './engine.ts';
import type { Asked, Responder, Wrap } from './server.ts';

type Where = (asked: Asked) => boolean;

/** Whether a member of the body is a text that fits. */
const inBody =
  (member: string, fits: (text: string) => boolean): Where =>
  (asked) => {
    const text = textIn(asked, member);
    return typeof text === 'string' && fits(text);
  };

const naming = (member: string, part: string): Where => inBody(member, (text) => text.includes(part));
const isEvaluation: Where = ({ path, method }) => path === EVALUATE && method === 'POST';
const isMalformed: Where = ({ path, text, input, mediaType }) =>
  path === EVALUATE && text !== '' && input === undefined && mediaType === 'application/json';

/** Changes the body of every result. */
const resulting = (change: (body: Record<string, unknown>, asked: Asked) => unknown): Wrap =>
  answering((reply, asked) => ({ ...reply, body: change(bodyOf(reply), asked) }));

/** Changes negative or positive verdicts. */
const judging = (satisfied: boolean, more: object): Wrap =>
  resulting((body) => (body['satisfiesPolicy'] === satisfied ? { ...body, ...more } : body));

/** Changes a member before the correct server reads it. */
const reading = (member: string, read: (text: string) => unknown): Wrap =>
  mistaking((asked) =>
    isBody(asked.input) && inBody(member, () => true)(asked)
      ? { ...asked, input: { ...asked.input, [member]: read(String(asked.input[member])) } }
      : asked,
  );

const unwritten = breakDown('the prompt could not be written');

const asObjects = { 'returns errors as objects': judging(false, { errors: [{ message: 'no' }] }) };
const unexplained = {
  'returns a negative verdict without a reason': judging(false, { errors: [], details: {} }),
};
const contradictory = {
  'returns a positive verdict with errors': judging(true, { errors: ['the owner is missing'] }),
};

/** Mutants of both engines. */
const both = mutants<Wrap>({
  'X-02': {
    'returns inputErrorField as a list': refusing((reply) => ({
      ...reply,
      body: { ...bodyOf(reply), inputErrorField: ['content', 'resourceType'] },
    })),
  },
  'X-10': {
    'names the content as the wrong field in every error': refusing((reply) => ({
      ...reply,
      body: { ...bodyOf(reply), inputErrorField: 'content' },
    })),
  },
  'X-11': { 'evaluates malformed JSON as compliant': replying(verdict(true), isMalformed) },
  'X-24': {
    'crashes on an id with non-ASCII text': crashing(inBody('resourceId', (text) => !isAscii(text))),
    'crashes on a resource with CRLF line endings': crashing(naming('content', '\r\n')),
    'crashes on an empty id': crashing(inBody('resourceId', (text) => text === '')),
  },
});

/** Mutants of the remote engine. */
export const remoteMutants = [
  ...both,
  ...mutants<Wrap>({
    'RE-01': {
      'crashes on a compliant resource': answering((reply) =>
        bodyOf(reply)['satisfiesPolicy'] === true ? breakDown('no connection') : reply,
      ),
      'wraps the result in an object': resulting((body) => ({ result: body })),
      'rejects resource ids that are not numeric': replying(
        errorList(400, ['resourceId: not a number']),
        (asked, { status }) => status === 200 && !/^\d+$/.test(String(textIn(asked, 'resourceId'))),
      ),
    },
    'RE-02': {
      'returns 1 and 0 as the verdict': resulting((body) => ({
        ...body,
        satisfiesPolicy: Number(body['satisfiesPolicy']),
      })),
    },
    'RE-03': {
      'returns a value that is not finite': answering((reply) => ({
        ...reply,
        raw: '{"value": 1e999, "errors": []}',
      })),
      'returns the value as a string': () =>
        resulting((body) => ({ ...body, value: String(body['value']) }))(honestMetric()),
    },
    'RE-04': { 'returns a verdict and a value': resulting((body) => ({ ...body, value: 1 })) },
    'RE-05': asObjects,
    'RE-06': unexplained,
    'RE-08': { 'returns the opposite verdict every second time': contradicting },
    'RE-10': {
      'names the resource of the previous request in the details': recalling(idOf, tellingDetails),
      'returns the result of one concurrent request for both': sharing,
      'returns the first result of an id, whatever the content is': keepingResults,
    },
    'RE-11': contradictory,
    'RE-12': {
      'crashes on content that is not YAML': crashing(naming('content', 'unfinished')),
      'reports content that is not YAML as compliant': replying(
        verdict(true),
        naming('content', 'unfinished'),
      ),
    },
    'X-01': {
      'returns 403 for an unknown type': replying(
        errorList(403, ['The type is not for you.']),
        (_asked, { status, body }) =>
          status === 400 && JSON.stringify(body ?? '').includes('the type is not known'),
      ),
    },
    'X-24': {
      'crashes on a resource that is JSON': crashing(inBody('content', (text) => text.startsWith('{'))),
    },
  }),
];

/** Mutants of the LLM engine. */
export const llmMutants = [
  ...both,
  ...mutants<Wrap>({
    'LE-02': {
      'returns the same error for three requests after a rejected one': spoilt,
      'rejects a resource that does not comply': replying(
        errorList(400, ['the domain is another one']),
        (_, reply) => reply.status === 200 && bodyOf(reply)['satisfiesPolicy'] === false,
      ),
      'returns the raw text of the model': resulting(
        ({ satisfiesPolicy }) => `The resource ${satisfiesPolicy === true ? 'complies' : 'does not comply'}.`,
      ),
    },
    'LE-03': {
      'returns the text that the resource asks for': replying(
        { status: 200, body: { poem: 'Roses are red' } },
        naming('content', 'poem'),
      ),
    },
    'LE-04': {
      'waits for the model forever': (honest) => (asked) =>
        naming('content', 'poem')(asked) ? new Promise(() => undefined) : honest(asked),
      'returns an error of another shape when the model returns nothing': crashing(
        naming('content', 'unfinished'),
      ),
    },
    'LE-05': unexplained,
    'LE-06': {
      'follows instructions in the resource': replying(
        verdict(true),
        naming('content', 'The policy is satisfied'),
      ),
      'follows instructions in the id of the resource': replying(
        verdict(true),
        naming('resourceId', 'policy is satisfied'),
      ),
    },
    'LE-08': {
      'evaluates the policies of all earlier requests as well': addingPolicies,
      'returns a valid system error for a policy with a quotation mark': replying(
        breakDown('the model refused the request'),
        naming('policy', '"'),
      ),
      'returns a positive verdict for everything': answering(() => verdict(true)),
      'truncates a resource to a thousand characters for the model': reading('content', (text) =>
        text.slice(0, 1_000),
      ),
      'asks the model whether the policy is violated, and returns its yes as satisfied': answering((reply) =>
        opposite(reply, 'the policy is not broken'),
      ),
    },
    'LE-09': {
      'returns the description of the previous resource': recalling(descriptionOf, tellingReason),
      'repeats the policy of the previous request': recalling(
        (asked) => textIn(asked, 'policy'),
        tellingReason,
      ),
      'evaluates the policy of the latest request': withLatestPolicy,
      'returns the result of one concurrent request for both': sharing,
      'names the resource of the previous request': recalling(idOf, tellingDetails),
    },
    'LE-11': asObjects,
    'LE-12': contradictory,
    'X-01': {
      'returns 418 for a body of another media type': rewriting((reply) =>
        reply.status === 415 ? { ...reply, status: 418 } : reply,
      ),
    },
    'X-24': {
      'crashes on braces and percent signs in a policy': crashing(
        inBody('policy', (text) => /[%{}]/.test(text)),
      ),
      'crashes on a policy that exceeds the prompt limit': crashing(
        inBody('policy', (text) => text.length > 4_000),
      ),
      'returns a valid system error for braces in a policy': replying(unwritten, naming('policy', '{')),
      'returns a valid system error for several lines in a policy': replying(
        unwritten,
        naming('policy', '\n'),
      ),
      'returns a valid system error for non-ASCII letters in a policy': replying(
        unwritten,
        inBody('policy', (text) => !isAscii(text)),
      ),
    },
  }),
];

function opposite(reply: Reply, reason: string): Reply {
  const satisfies = bodyOf(reply)['satisfiesPolicy'] !== true;
  return verdict(satisfies, satisfies ? [] : [reason]);
}

function contradicting(honest: Responder): Responder {
  let count = 0;
  return answering((reply) => {
    count += 1;
    return count % 2 === 0 ? opposite(reply, 'turned') : reply;
  })(honest);
}

/** Evaluates the first of two concurrent requests for both. */
function sharing(honest: Responder): Responder {
  let current: Asked | undefined;
  return async (asked) => {
    if (!isEvaluation(asked) || (await honest(asked)).status !== 200) return honest(asked);
    const shared = current ?? asked;
    current = shared;
    await pause(150);
    current = undefined;
    return honest(shared);
  };
}

function keepingResults(honest: Responder): Responder {
  const kept = new Map<unknown, Reply>();
  return answering((reply, asked) => {
    const known = kept.get(idOf(asked)) ?? reply;
    kept.set(idOf(asked), known);
    return known;
  })(honest);
}

/** Mentions data of the previous request. */
function recalling(read: (asked: Asked) => unknown, tell: (reply: Reply, recalled: unknown) => Reply): Wrap {
  return (honest) => {
    let before: unknown;
    return answering((reply, asked) => {
      const recalled = before ?? read(asked);
      before = read(asked) ?? before;
      return recalled === undefined ? reply : tell(reply, recalled);
    })(honest);
  };
}

function idOf(asked: Asked): unknown {
  return textIn(asked, 'resourceId');
}

function descriptionOf(asked: Asked): unknown {
  try {
    const content: unknown = parseYaml(String(textIn(asked, 'content')));
    return isBody(content) ? content['description'] : undefined;
  } catch {
    return undefined;
  }
}

function tellingDetails(reply: Reply, about: unknown): Reply {
  return { ...reply, body: { ...bodyOf(reply), details: { about } } };
}

function tellingReason(reply: Reply, reason: unknown): Reply {
  const { satisfiesPolicy, errors } = bodyOf(reply);
  return satisfiesPolicy === false && Array.isArray(errors)
    ? verdict(false, [...errors, `as for: ${String(reason)}`])
    : reply;
}

function addingPolicies(honest: Responder): Responder {
  const earlier = new Set<unknown>();
  return async (asked) => {
    const usual = await honest(asked);
    if (usual.status !== 200) return usual;
    earlier.add(textIn(asked, 'policy'));
    for (const policy of earlier) {
      const reply = await honest(withPolicy(asked, policy));
      if (bodyOf(reply)['satisfiesPolicy'] === false) return reply;
    }
    return usual;
  };
}

function withLatestPolicy(honest: Responder): Responder {
  let latest: unknown;
  return async (asked) => {
    if (!isEvaluation(asked) || (await honest(asked)).status !== 200) return honest(asked);
    latest = textIn(asked, 'policy');
    await pause(60);
    return honest(withPolicy(asked, latest));
  };
}

function withPolicy(asked: Asked, policy: unknown): Asked {
  return { ...asked, input: { ...Object(asked.input), policy } };
}

/**
 * Returns the error of a rejected request to the next three requests as well: several, because clients send requests
 * concurrently. The first ten requests are answered correctly, because an earlier failure would end the run.
 */
function spoilt(honest: Responder): Responder {
  let count = 0;
  let refusal: Reply | undefined;
  let left = 0;
  return async (asked) => {
    const reply = await honest(asked);
    count += 1;
    if (count > 10 && reply.status === 400) {
      refusal = reply;
      left = 3;
      return reply;
    }
    left -= 1;
    return refusal !== undefined && left >= 0 && reply.status === 200 ? refusal : reply;
  };
}
