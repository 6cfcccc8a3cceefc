import { runCommand } from './check/command.ts';

/** A step failed; the message is what it printed. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
}

/**
 * Runs a command to its end; resolves with its standard output.
 * @throws StepFailed
 */
export async function must(folder: string, [file, ...args]: readonly [string, ...string[]]): Promise<string> {
  const { code, stdout, output } = await runCommand(folder, file, args);
  if (code !== 0) throw new StepFailed(`${file} ${args.join(' ')}\n${output}`.trim());
  return stdout;
}
