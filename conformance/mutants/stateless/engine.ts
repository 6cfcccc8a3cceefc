import { isBody, type Reply, refuse } from '../reply.ts';
import { parseYaml } from '../yaml.ts';
import { type Asked, type Responder, routing } from './server.ts';

export const EVALUATE = '/v1/evaluate';

const MEMBERS = ['content', 'resourceType', 'resourceId'];
const TYPES = ['dataproduct', 'system', 'storage-bucket'];

/** A conformant remote engine with one policy: a resource must have a description. */
export function honestEngine(): Responder {
  return evaluating(MEMBERS, (asked) => {
    if (!TYPES.includes(String(textIn(asked, 'resourceType'))))
      return refuse(400, ['the type is not known'], 'resourceType');
    const { description } = resourceIn(asked);
    return typeof description === 'string'
      ? verdict(true)
      : verdict(false, [`${textIn(asked, 'resourceId')} has no description`]);
  });
}

/** A conformant remote engine with one metric: the number of members of a resource. */
export function honestMetric(): Responder {
  return evaluating(MEMBERS, (asked) => ({
    status: 200,
    body: { value: Object.keys(resourceIn(asked)).length / 2, errors: [], details: { of: 'members' } },
  }));
}

/** A conformant LLM engine; a regular expression replaces the model. */
export function honestLlm(): Responder {
  return evaluating([...MEMBERS, 'policy'], (asked) => {
    const [, wanted = ''] = /must be (\w+)/.exec(String(textIn(asked, 'policy'))) ?? [];
    const { domain } = resourceIn(asked);
    return domain === wanted
      ? verdict(true)
      : verdict(false, [`the domain is ${String(domain)}, not ${wanted}`]);
  });
}

export function verdict(satisfiesPolicy: boolean, errors: readonly string[] = []): Reply {
  return { status: 200, body: { satisfiesPolicy, errors, details: { evaluatedBy: 'a pattern' } } };
}

/** A member of the body. */
export function textIn({ input }: Asked, member: string): unknown {
  return isBody(input) ? input[member] : undefined;
}

/** The resource in a request; empty if it is unreadable. */
function resourceIn(asked: Asked): Record<string, unknown> {
  try {
    const document: unknown = parseYaml(String(textIn(asked, 'content')));
    return isBody(document) ? document : {};
  } catch {
    return {};
  }
}

function evaluating(members: readonly string[], answer: Responder): Responder {
  return routing([
    {
      method: 'POST',
      path: EVALUATE,
      body: 'required',
      refuse: (errors, field) => refuse(400, errors, field),
      answer(asked) {
        const missing = members.filter((member) => typeof textIn(asked, member) !== 'string');
        return missing.length > 0
          ? refuse(
              400,
              missing.map((member) => `${member} is required`),
              missing[0],
            )
          : answer(asked);
      },
    },
  ]);
}
