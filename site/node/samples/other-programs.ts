import { spawnSync } from 'node:child_process';

/** Programs that a machine with the toolkit need not have. */
const OTHER = /(?:^|[;|&(])\s*(?:docker|java|mvn|openssl|pip|pytest|python3?)(?=\s|$)/m;
/** Hosts and addresses that a reader replaces. */
const PLACEHOLDER = /\bexample\.com\b|\b10\.\d+\.\d+\.\d+\b/;

/** True for commands that a check cannot run: they need a program beside the toolkit, or a host of the reader. */
export function needsOtherPrograms(commands: string): boolean {
  return OTHER.test(commands) || PLACEHOLDER.test(commands);
}

const PYTHON = /^\$ python3 /m;
/** The packages that programs in Python on the pages import. */
const PYTHON_PACKAGES = 'import jsonschema, requests, yaml';
let hasPython: boolean | undefined;

/** False for a session with a program in Python, on a machine without Python or without the packages of the pages. */
export function canRun(session: string): boolean {
  if (!PYTHON.test(session)) return true;
  hasPython ??= spawnSync('python3', ['-c', PYTHON_PACKAGES]).status === 0;
  return hasPython;
}
