import { describe, expect, it } from 'vitest';
import { oneIn } from '../../scripts/test-cases.js';
import { runCommand, scripts } from './run-command.ts';

/** Each runs in a separate process, which takes time on a busy machine. */
const timeout = 240_000;

describe.concurrent('every command', { timeout }, () => {
  it.each(oneIn(16, Object.keys(scripts)))(
    '%s names a flag that it does not know, and ends with 2',
    async (name) => {
      const { code, stdout, stderr } = await runCommand(name, '--no-such-flag');
      expect(stderr).toContain("'--no-such-flag'");
      expect(stderr).toContain('Usage: npm run ');
      expect(stderr).not.toContain('    at ');
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    },
  );

  it('says on --help what it does', async () => {
    const { code, stdout, stderr } = await runCommand('behaviors', '--help');
    expect(stdout).toMatch(/^Lists the statements[^\n]+\n\nUsage: npm run behaviors -w site\n/);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('preview reads its port from an environment variable and rejects an invalid one', async () => {
    const { code, stderr } = await runCommand('preview', { PORT: 'http' });
    expect(stderr).toMatch(/^PORT is a whole number up to 65535, not 'http'\n\nServes the built site/);
    expect(code).toBe(2);
  });

  it('bench rejects an invalid number of rounds', async () => {
    const { code, stderr } = await runCommand('bench', '--rounds', 'many');
    expect(stderr).toContain("--rounds is a number from 1 on, not 'many'");
    expect(code).toBe(2);
  });
});
