import { describe, expect, it } from 'vitest';
import { runCommand } from '../check/command.ts';
import { COMPILER, compilerFor } from './compiler.ts';

async function versionOf([file, ...args]: typeof COMPILER): Promise<string> {
  return (await runCommand('.', file, [...args, '--version'])).stdout;
}

describe('the compiler', () => {
  it('starts on this system', async () => {
    expect(await versionOf(COMPILER)).toMatch(/^Version \d+\./);
  });

  it('is the one in JavaScript on a system without a binary of the native one', async () => {
    expect(await versionOf(compilerFor('plan9', 'x64'))).toMatch(/^Version 5\./);
  });
});
