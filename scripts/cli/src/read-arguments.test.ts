import { Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { collect, readArguments } from './read-arguments.ts';

/** A command with one option of each kind. */
function command(): Command {
  return new Command('made-up')
    .helpOption(false)
    .option('-h, --help', 'help')
    .addOption(new Option('--port <N>', 'port').env('MADE_UP_PORT').default('80', '80'))
    .addOption(new Option('--header <TEXT>', 'header').argParser(collect))
    .option('--write', 'switch')
    .addOption(new Option('--no-write').hideHelp())
    .option('--no-status', 'switch whose name begins with no');
}

const read = (...argv: string[]) => readArguments(command(), argv, (message) => new TypeError(message));

describe('a command line', () => {
  it('has only the flags that are present, by name, and the other words in order', () => {
    expect(read()).toEqual({ values: {}, words: [] });
    expect(read('one', '--port', '1', 'two', '--port=2', '--write', '--no-status', '-h')).toEqual({
      values: { port: '2', write: true, 'no-status': true, help: true },
      words: ['one', 'two'],
    });
  });

  it('collects a flag that may be repeated, and turns a switch off', () => {
    expect(read('--header', 'a', '--header=b=c', '--write', '--no-write').values).toEqual({
      header: ['a', 'b=c'],
      write: false,
    });
  });

  it('takes everything after two dashes as words', () => {
    expect(read('--', '--port', '--nope')).toEqual({ values: {}, words: ['--port', '--nope'] });
  });

  it.each([
    [['--nope'], "Unknown option '--nope'"],
    [['--token=secret'], "Unknown option '--token'"],
    [['-x'], "Unknown option '-x'"],
    [['--port'], '--port needs a value'],
    [['--port', '-1'], '--port needs a value; one that begins with - is written --port=-1'],
    [['--port', '--write'], '--port needs a value; one that begins with - is written --port=--write'],
    [['--write=yes'], "Option '--write' does not take an argument"],
  ])('%j is rejected with one sentence', (argv, message) => {
    expect(() => read(...argv)).toThrow(new TypeError(message));
  });
});
