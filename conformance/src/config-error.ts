/** The command was used incorrectly. The message says what is wrong and where. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
