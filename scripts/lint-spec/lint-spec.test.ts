import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { copyOfSpecs, removeCopies } from '../generate/copy-of-specs.ts';
import { formatProblems } from '../generate/problems.ts';
import { lintSpecs } from '../lint-spec.ts';
import { RULES } from './rules.ts';

const TECH_ADAPTER = 'specs/extension-points/tech-adapter.yaml';

/** [rule, edit of the tech adapter's file, expected message] */
const OFFENSES: readonly [string, (text: string) => string, RegExp][] = [
  [
    'chosen-has-reason',
    (text) => text.replace(/x-dp-chosen: >-\n(?: {10}\S.*\n)+/, 'x-dp-chosen: because\n'),
    /"because" is not a sentence/,
  ],
  [
    'examples-fit-errors',
    (text) => text.replace('responses/UnknownProvisioning', 'responses/UnknownToken'),
    /unknownToken of getStatus says "validation operation not found", which no error of TOKEN_MISSING/,
  ],
  [
    'examples-present',
    (text) => text.replace(/ {12}examples:\n {14}grant:.*\n {14}revokeAll:.*\n/, ''),
    /the request body of updateacl has no example/,
  ],
  [
    'long-running-declared',
    (text) => text.replace('      x-dp-long-running: { poll: status, state: /status }\n', ''),
    /runReverseProvisioning starts work but has no x-dp-long-running/,
  ],
  [
    'objects-stay-open',
    (text) => text.replace('    AclInfo:\n', '    AclInfo:\n      additionalProperties: false\n'),
    /tech-adapter\.yaml:\d+:7 {2}additionalProperties is false/,
  ],
  [
    'operation-text',
    (text) => text.replace('summary: Start a validation', 'summary: Start a validation.'),
    /the summary of asyncValidate is empty or ends with a full stop/,
  ],
  [
    'property-described',
    (text) => text.replace('{ description: A user or a group., type: string }', '{ type: string }'),
    /AclInfo\.identity has no description/,
  ],
  [
    'response-body-declared',
    (text) =>
      text.replace(
        /('200':\n {10}description: The findings of the validation\.\n)[\s\S]*?( {8}'400':)/,
        '$1$2',
      ),
    /the 200 response of validate has no body schema/,
  ],
  ['since-stated', (text) => text.replace('      x-dp-since: 2.0.0\n', ''), /validate has no x-dp-since/],
  [
    'state-has-lifecycle',
    (text) => text.replace(/ {6}x-dp-lifecycle:\n {8}initial: RUNNING\n[\s\S]*?by: server }\n\n/, '\n'),
    /ProvisioningTaskStatus has no x-dp-lifecycle/,
  ],
  [
    'redocly/struct',
    (text) => text.replace('  title: Tech Adapter API\n', ''),
    /tech-adapter\.yaml:\d+:\d+ {2}The field `title` must be present/,
  ],
];

afterEach(removeCopies);

describe('lint:specs', () => {
  it('reports nothing for the current specs', async () => {
    expect(formatProblems(await lintSpecs(resolve(import.meta.dirname, '../..')))).toBe('');
  });

  it('has one rule per file, with the same name', () => {
    const files = readdirSync(join(import.meta.dirname, 'rules')).map((name) => name.replace('.ts', ''));
    expect(RULES.map(({ id }) => id)).toEqual(files.sort());
  });

  it.each(OFFENSES)('reports a violation of %s', async (rule, edit, message) => {
    const problems = await lintSpecs(copyOfSpecs(TECH_ADAPTER, edit));
    expect(formatProblems(problems.filter((problem) => problem.rule === rule))).toMatch(message);
  });

  it('covers every custom rule with a violation', () => {
    const proven = OFFENSES.map(([rule]) => rule);
    expect(RULES.map(({ id }) => id).filter((id) => !proven.includes(id))).toEqual([]);
  });
});
