import { describe, expect, test } from 'vitest';
import { oneOf, readFlags, UsageError } from './flags.ts';

describe('flags', () => {
  test('reads declared flags', () => {
    const flags = readFlags(['--only', 'unit', '--bail'], {
      only: { type: 'string' },
      bail: { type: 'boolean' },
    });
    expect(flags).toMatchObject({ only: 'unit', bail: true });
  });

  const wrong = [
    { argv: ['--onlly', 'unit'], says: '--onlly' },
    { argv: ['unit'], says: 'unit' },
    { argv: ['--only'], says: '--only' },
    { argv: ['--bail=yes'], says: '--bail' },
  ];
  test.each(wrong)('rejects $argv and names it', ({ argv, says }) => {
    const read = (): unknown => readFlags(argv, { only: { type: 'string' }, bail: { type: 'boolean' } });
    expect(read).toThrow(UsageError);
    expect(read).toThrow(says);
  });

  test('accepts one of a few words', () => {
    expect(oneOf('only', 'unit', ['unit', 'gates'])).toBe('unit');
    expect(oneOf('only', undefined, ['unit', 'gates'])).toBeUndefined();
    expect(() => oneOf('only', 'units', ['unit', 'gates'])).toThrow('one of unit, gates');
  });
});
