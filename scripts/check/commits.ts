import { runCommand } from './command.ts';
import { type Gate, judge, skip } from './gate.ts';

const TYPES = 'build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test';
const SUBJECT = new RegExp(`^(${TYPES})\\([a-z][a-z0-9-]*(, ?[a-z][a-z0-9-]*)*\\)!?: (\\S.*)$`);
const LONGEST = 72;

/** Words that end like a past or continuous form and are not one. */
const IMPERATIVES = new Set([
  'bring',
  'embed',
  'exceed',
  'feed',
  'need',
  'ping',
  'proceed',
  'seed',
  'shed',
  'speed',
  'spring',
  'string',
  'succeed',
]);

/** Commit subjects read as one list. In a shallow clone it checks the available commits. */
export const commits: Gate = {
  name: 'commits',
  asserts: 'subjects read `type(room): imperative subject` in 72 characters or less',
  fix: 'git commit --amend, or git rebase -i for older commits that are not pushed',
  async run(root) {
    const log = await runCommand(root, 'git', ['log', '--no-merges', '--format=%H %s']).catch(
      () => undefined,
    );
    if (log === undefined || log.code !== 0) return skip('no git history here');
    const lines = log.stdout.split('\n').filter((line) => line !== '');
    const judged = lines.map((line) => {
      const [hash = '', ...words] = line.split(' ');
      return { where: hash.slice(0, 8), message: judgeSubject(words.join(' ')) };
    });
    const findings = judged.flatMap(({ where, message }) =>
      message === undefined ? [] : [{ where, message }],
    );
    return judge(findings);
  },
};

/** What is wrong with a commit subject; undefined for a valid one. */
export function judgeSubject(subject: string): string | undefined {
  const said = SUBJECT.exec(subject)?.[3];
  if (said === undefined) return `'${subject}' is not 'type(room): subject'; types are ${TYPES}`;
  if (subject.length > LONGEST) return `'${subject}' has ${subject.length} characters, at most ${LONGEST}`;
  if (said.endsWith('.')) return `'${subject}' ends with a full stop`;
  const verb = said.split(' ', 1)[0] ?? '';
  if (/^[A-Z][a-z]/.test(verb)) return `'${subject}': the subject starts with a small letter`;
  if (/[a-z](ed|ing)$/.test(verb) && !IMPERATIVES.has(verb))
    return `'${subject}': say what it does, not '${verb}'`;
  return undefined;
}
