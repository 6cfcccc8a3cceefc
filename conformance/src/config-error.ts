/** The command was used in a way that makes no sense. The message says what and where. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
