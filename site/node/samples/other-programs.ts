/** Programs that a machine with the toolkit need not have. */
const OTHER = /(?:^|[;|&(])\s*(?:docker|java|mvn|openssl|pip|pytest|python3?)(?=\s|$)/m;
/** Hosts and addresses that a reader replaces. */
const PLACEHOLDER = /\bexample\.com\b|\b10\.\d+\.\d+\.\d+\b/;

/** True for commands that a check cannot run: they need a program beside the toolkit, or a host of the reader. */
export function needsOtherPrograms(commands: string): boolean {
  return OTHER.test(commands) || PLACEHOLDER.test(commands);
}
