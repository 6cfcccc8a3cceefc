import { Argument, Command, Option } from 'commander';
import { expect, it } from 'vitest';
import { addExamples, describeCommand, helpText } from './describe-command.ts';

function command(): Command {
  const level = new Option('--level <LEVEL>', 'how much').env('MADE_UP_LEVEL').default('low', 'low');
  level.argChoices = ['low', 'high'];
  const made = new Command('made-up')
    .helpOption(false)
    .description('Does a thing.')
    .addArgument(new Argument('[what]', 'the thing'))
    .addOption(level)
    .option('-q, --quiet', 'say less')
    .addOption(new Option('--no-quiet').hideHelp());
  return addExamples(made, ['made-up this --level high']);
}

it('a command is described by its declarations, without hidden options', () => {
  expect(describeCommand(command())).toEqual({
    name: 'made-up',
    meaning: 'Does a thing.',
    arguments: [{ name: 'what' }],
    flags: [
      {
        name: 'level',
        value: 'LEVEL',
        default: 'low',
        variable: 'MADE_UP_LEVEL',
        choices: ['low', 'high'],
        meaning: 'how much',
      },
      { name: 'quiet', short: 'q', meaning: 'say less' },
    ],
    examples: ['made-up this --level high'],
    commands: [],
  });
});

it('the help has the same facts', () => {
  const text = helpText(command());
  expect(text).toMatch(
    /^ {2}--level LEVEL +how much \(choices: "low", "high", default: low, env: MADE_UP_LEVEL\)$/m,
  );
  expect(text).toMatch(/\nExamples\n {2}made-up this --level high$/);
  expect(text).not.toContain('--no-quiet');
});
