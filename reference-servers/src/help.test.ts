import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { helpText } from './help.ts';
import { servers } from './servers.ts';
import { SETTINGS, type Setting } from './settings.ts';

const flagsIn = (text: string) => [...text.matchAll(/^ {2}--([\w-]+)/gm)].map(([, flag]) => flag);

/** A value that each flag takes; a switch takes none. */
const VALUES: Readonly<Record<string, string>> = {
  mode: 'sync',
  decision: 'reject',
  metric: 'completeness',
  'public-url': 'http://a',
  'log-level': 'info',
  cors: 'https://a.example',
  fail: 'provision=500',
  'llm-url': 'http://a',
};

/** Whether the command takes the flag. */
function takes(command: string, { flag, value }: Setting): boolean {
  const model = flag.startsWith('llm-') ? ['--llm-url', 'http://a', '--llm-model', 'm'] : [];
  const said = [`--${flag}`, ...(value === undefined ? [] : [VALUES[flag] ?? '1'])];
  try {
    readConfig([command, ...(command === 'stub' ? ['governance'] : []), ...model, ...said], {});
    return true;
  } catch {
    return false;
  }
}

describe('the help', () => {
  it('has every flag', () => {
    const declared = Object.values(SETTINGS).map(({ flag }) => flag);
    expect(flagsIn(helpText())).toEqual([...declared, 'list', 'version', 'json']);
  });

  it.each([...servers.map(({ id }) => id), 'all', 'stub'])(
    'of %s has the flags that it takes, and no others',
    (command) => {
      const taken = Object.values<Setting>(SETTINGS).filter((setting) => takes(command, setting));
      expect(flagsIn(helpText(command))).toEqual(taken.map(({ flag }) => flag));
    },
  );

  it('of one server says where it listens, and shows how it is started', () => {
    const text = helpText('perimeter-resolver');
    expect(text).toContain(
      'Usage: tessera-serve perimeter-resolver [flags]\n\nPerimeter Resolver API, on port 4406',
    );
    expect(text).toContain('  tessera-serve perimeter-resolver --resource-types storage-bucket');
    expect(text).not.toContain('--no-termination');
  });
});
