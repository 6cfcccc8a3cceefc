import { expect, it } from 'vitest';
import { missingRequests } from './missing-requests.ts';

const PROGRAM = `import { createGovernance } from '@tessera/client/governance';
const governance = createGovernance({ baseUrl: 'http://127.0.0.1:4400/governance' });
const evaluation = await governance.evaluate({ body });
console.log(await evaluation.wait(), names.map((name) => name));`;

/** The problems of a page whose tabs have the program and these requests. */
function problemsOf(program: string, references: string) {
  const body = [
    'A text.',
    ':::: tabs group=language',
    '::: tab TypeScript',
    '```ts title="a.ts" run',
    program,
    '```',
    ':::',
    `::: contract requests ${references}`,
    '  evaluate: {}',
    '::::',
  ].join('\n');
  return missingRequests({ file: 'a.md', body, bodyOffset: 10 });
}

it('has no problem if every operation that the program calls is requested', () => {
  expect(problemsOf(PROGRAM, 'governance#evaluate without=python')).toEqual([]);
});

it('reports an operation that the program calls and the requests leave out, with its line', () => {
  expect(problemsOf(PROGRAM, 'governance#listResourceTypes')).toEqual([
    { file: 'a.md', line: 21, message: expect.stringContaining('also calls evaluate') },
  ]);
});

it('reports an operation that the program calls more often', () => {
  const twice = `${PROGRAM}\nawait governance.evaluate({ body });`;
  expect(problemsOf(twice, 'governance#evaluate')).toHaveLength(1);
  expect(problemsOf(twice, 'governance#evaluate governance#evaluate')).toEqual([]);
});

it('knows the operations of all APIs of a platform', () => {
  const program = `import { createPlatform } from '@tessera/client/platform';
const { governance, coordinator } = createPlatform({ baseUrl });
await coordinator.startValidation({ body });
await governance.evaluate({ body });`;
  expect(problemsOf(program, 'governance#evaluate').map(({ message }) => message)).toEqual([
    expect.stringContaining('also calls startValidation'),
  ]);
});
