import { parseYaml } from '../yaml.ts';
import { answering, rewriting, type StatelessMutant } from './defects.ts';
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
    {
      name: 'unwraps-lists',
      class: 'negatives',
      defect: 'takes a list that holds the type of a resource for the type',
      caughtBy: 'X-12',
      commit: (honest) => (asked) => {
        const type = textIn(asked, 'resourceType');
        const input = isBody(asked.input) ? asked.input : {};
        return Array.isArray(type)
          ? honest({ ...asked, input: { ...input, resourceType: type[0] } })
          : honest(asked);
      },
    },
    {
      name: 'null-at-all',
      class: 'negatives',
      defect: 'breaks on null in place of a body',
      caughtBy: 'X-12',
      commit: rewriting((reply, { input }) => (input === null ? inShape : reply)),
    },
    {
      name: 'nothing-at-all',
      class: 'negatives',
      defect: 'breaks on a body without any member',
      caughtBy: 'X-12',
      commit: rewriting((reply, { input }) =>
        isBody(input) && Object.keys(input).length === 0 ? inShape : reply,
      ),
    },
    {
      name: 'suggests-nothing',
      class: 'cross-field meaning',
      defect: 'says no, with a suggestion that is left empty',
      caughtBy: explains,
      commit: resulting((body) =>
        body['satisfiesPolicy'] === false
          ? { satisfiesPolicy: false, errors: [], details: { suggestion: '', findings: [] } }
          : body,
      ),
    },
    {
      name: 'recalls-what-it-read',
      class: 'identity and isolation',
      defect: 'repeats how the resource before this one is described',
      caughtBy: isolation,
      commit: recalling((asked) => {
        const content = readContent(asked);
        return isBody(content) ? content['description'] : undefined;
      }),
    },
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
    ([member, what, pattern]): StatelessMutant => ({
      name: `prompt-broken-by-${what}-in-${member}`,
      class: 'negatives',
      defect: `cannot write the prompt where there are ${what} in ${member}, and blames itself in shape`,
      caughtBy: 'X-24',
      commit: breakingOn(member, (text) => pattern.test(text)),
    }),
  ),
  {
    name: 'silent-on-empty-content',
    class: 'shape',
    defect: 'answers a result without a verdict where the content is empty',
    caughtBy: 'LE-02',
    commit: withoutVerdict((content) => content === ''),
  },
  {
    name: 'silent-on-lists',
    class: 'shape',
    defect: 'answers a result without a verdict where the content is a list',
    caughtBy: 'LE-02',
    commit: withoutVerdict((content) => typeof content === 'string' && content.startsWith('- ')),
  },
  {
    name: 'recalls-the-policy',
    class: 'identity and isolation',
    defect: 'repeats the policy that it judged by before',
    caughtBy: 'LE-09',
    commit: recalling((asked) => textIn(asked, 'policy')),
  },
  {
    name: 'policy-of-the-newest',
    class: 'identity and isolation',
    defect: 'judges by the policy of whoever has asked last',
    caughtBy: 'LE-09',
    commit: (honest) => {
      let newest: unknown;
      return async (asked) => {
        if (!isEvaluation(asked) || (await honest(asked)).status !== 200) return honest(asked);
        newest = textIn(asked, 'policy');
        await pause(60);
        return honest({ ...asked, input: { ...(isBody(asked.input) ? asked.input : {}), policy: newest } });
      };
    },
  },
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
