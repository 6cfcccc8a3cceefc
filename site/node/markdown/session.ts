/** Prefix of a command in a recorded shell session. */
export const PROMPT = '$ ';

export interface SessionLine {
  /** `more` continues the command of the line before. */
  readonly kind: 'command' | 'more' | 'output';
  /** Without the prompt. */
  readonly text: string;
}

/** One command of a session with its output. */
export interface SessionStep {
  readonly command: string;
  readonly output: readonly string[];
}

/** Separates commands from output: a command continues after a backslash and inside quotes. */
export function parseSession(lines: readonly string[]): SessionLine[] {
  let open = '';
  return lines.map((line) => {
    const isCommand = open === '' && line.startsWith(PROMPT);
    if (!isCommand && open === '') return { kind: 'output', text: line };
    const text = isCommand ? line.slice(PROMPT.length) : line;
    const command = isCommand ? text : `${open}\n${text}`;
    open = isUnfinished(command) ? command : '';
    return { kind: isCommand ? 'command' : 'more', text };
  });
}

/** The commands of a session in order; code without any prompt is one command. */
export function sessionSteps(code: string): SessionStep[] {
  const lines = code.replace(/\n$/, '').split('\n');
  if (!lines.some((line) => line.startsWith(PROMPT))) return [{ command: lines.join('\n'), output: [] }];
  const steps: { command: string; output: string[] }[] = [];
  for (const { kind, text } of parseSession(lines)) {
    const last = steps.at(-1);
    if (kind === 'command') steps.push({ command: text, output: [] });
    else if (last && kind === 'more') last.command += `\n${text}`;
    else last?.output.push(text);
  }
  return steps;
}

function isUnfinished(command: string): boolean {
  return command.endsWith('\\') || (command.match(/'/g) ?? []).length % 2 === 1;
}
