import { parseYaml } from '../yaml.ts';
import { answering, rewriting, type StatelessMutant, wrapped } from './defects.ts';
import { textIn, verdict } from './engine.ts';
import { isEvaluation, resulting } from './engine-defects.ts';
import { type Asked, bodyOf, isBody, pause, type Reply } from './server.ts';

/** A system error in the correct format of the contract. */
const inShape: Reply = {
  status: 500,
  body: {
    error: 'the prompt could not be written',
    userMessage: 'The resource could not be judged.',
    moreInfo: { problems: ['The prompt could not be written.'], solutions: [] },
  },
};

/** Returns a well-formed system error for some texts of one member. */
const breakingOn = (member: string, isBad: (text: string) => boolean): StatelessMutant['commit'] =>
  rewriting((reply, asked) => {
    const text = textIn(asked, member);
    return typeof text === 'string' && isBad(text) ? inShape : reply;
  });

interface Ids {
  readonly explains: string;
  readonly isolation: string;
}

/** Mutants that any engine can have: they read or report a part of the data incorrectly. */
function forEngines({ explains, isolation }: Ids): StatelessMutant[] {
  return [
    wrapped('X-12', 'accepts a list with the type of a resource as the type', (honest) => (asked) => {
      const type = textIn(asked, 'resourceType');
      const input = isBody(asked.input) ? asked.input : {};
      return Array.isArray(type)
        ? honest({ ...asked, input: { ...input, resourceType: type[0] } })
        : honest(asked);
    }),
    wrapped(
      'X-12',
      'crashes on null instead of a body',
      rewriting((reply, { input }) => (input === null ? inShape : reply)),
    ),
    wrapped(
      'X-12',
      'crashes on an empty body',
      rewriting((reply, { input }) => (isBody(input) && Object.keys(input).length === 0 ? inShape : reply)),
    ),
    wrapped(
      explains,
      'rejects a value with an empty suggestion',
      resulting((body) =>
        body['satisfiesPolicy'] === false
          ? { satisfiesPolicy: false, errors: [], details: { suggestion: '', findings: [] } }
          : body,
      ),
    ),
    wrapped(
      isolation,
      'returns the description of the previous resource',
      recalling((asked) => {
        const content = readContent(asked);
        return isBody(content) ? content['description'] : undefined;
      }),
    ),
  ];
}

/** Mutants of the remote engine. */
export const partEngines: readonly StatelessMutant[] = forEngines({ explains: 'RE-06', isolation: 'RE-10' });

/** Omits the verdict if the resource has no content to evaluate. */
const withoutVerdict = (isNothing: (content: unknown) => boolean): StatelessMutant['commit'] =>
  rewriting((reply, asked) =>
    isNothing(textIn(asked, 'content')) ? { status: 200, body: { errors: ['nothing to judge'] } } : reply,
  );

/** Mutants of the LLM engine, which puts request data into a prompt. */
export const partLlms: readonly StatelessMutant[] = [
  ...forEngines({ explains: 'LE-05', isolation: 'LE-09' }),
  ...(
    [
      ['policy', 'braces', /[{}]/],
      ['policy', 'quotes', /["']/],
      ['policy', 'percents', /%/],
      ['policy', 'lines', /\n/],
      ['policy', 'letters', /[^\p{ASCII}]/u],
      ['resourceId', 'braces', /[{}]/],
      ['resourceId', 'lines', /\r/],
      ['content', 'backslashes', /\\/],
    ] as const
  ).map(
    ([member, what, pattern]): StatelessMutant =>
      wrapped(
        'X-24',
        `fails to write the prompt when there are ${what} in ${member}, and returns a valid system error`,
        breakingOn(member, (text) => pattern.test(text)),
      ),
  ),
  wrapped(
    'LE-02',
    'returns a result without a verdict for empty content',
    withoutVerdict((content) => content === ''),
  ),
  wrapped(
    'LE-02',
    'returns a result without a verdict for content that is a list',
    withoutVerdict((content) => typeof content === 'string' && content.startsWith('- ')),
  ),
  wrapped(
    'LE-09',
    'repeats the policy of the previous request',
    recalling((asked) => textIn(asked, 'policy')),
  ),
  wrapped('LE-09', 'evaluates the policy of the latest request', (honest) => {
    let newest: unknown;
    return async (asked) => {
      if (!isEvaluation(asked) || (await honest(asked)).status !== 200) return honest(asked);
      newest = textIn(asked, 'policy');
      await pause(60);
      return honest({ ...asked, input: { ...(isBody(asked.input) ? asked.input : {}), policy: newest } });
    };
  }),
];

/** Adds text of the previous request to a negative verdict. */
function recalling(read: (asked: Asked) => unknown): StatelessMutant['commit'] {
  return (honest) => {
    let before: unknown;
    return answering((reply, asked) => {
      const recalled = before;
      before = read(asked) ?? before;
      const { satisfiesPolicy, errors } = bodyOf(reply);
      return satisfiesPolicy === false && typeof recalled === 'string'
        ? verdict(false, [...(Array.isArray(errors) ? errors : []), `as for: ${recalled}`])
        : reply;
    })(honest);
  };
}

function readContent(asked: Asked): unknown {
  try {
    return parseYaml(String(textIn(asked, 'content')));
  } catch {
    return undefined;
  }
}
