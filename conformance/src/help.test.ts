import { expect, it } from 'vitest';
import { runCommand } from '../mutants/command.ts';
import { CONTRACTS } from './contracts.ts';
import { FLAGS } from './flags.ts';

it('--help --json describes every flag and contract for programs', async () => {
  const { code, said } = await runCommand('--help', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(said)).toMatchObject({
    name: 'tessera-conformance',
    arguments: [{ name: 'contract', choices: CONTRACTS }],
    flags: FLAGS.map(({ name }) => ({ name })),
    commands: [{ name: 'init' }, { name: 'verify' }, { name: 'compare' }],
  });
});
