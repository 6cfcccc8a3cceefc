export { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
export {
  addExamples,
  type CommandDescription,
  describeCommand,
  descriptionText,
  type FlagDescription,
  helpText,
  isDescriptionRequested,
} from './describe-command.ts';
export { ignoreEndedReaders } from './ended-readers.ts';
export { isPlainTerminal } from './plain-terminal.ts';
export { type Arguments, collect, readArguments } from './read-arguments.ts';
export { countOf, readProgram, wholeNumber } from './read-program.ts';
export { asTyped } from './typed-name.ts';
