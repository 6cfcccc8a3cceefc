/**
 * Scripts of the root that take too long for every push, by the name of the nightly part, each with its arguments. Each of
 * them ends with 0 on success.
 */
export const NIGHTLY_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  flakes: ['flakes:conformance', '--runs', '1000'],
  fuzz: ['fuzz', '--requests', '100000'],
  'specs-sample': ['mutate:specs', '--sample', '20'],
  'kill-platform': ['kill:platform', '--kills', '20'],
  'soak-platform': ['soak:platform', '--minutes', '30'],
  'resume-kill': ['resume:kill', '--rounds', '10'],
  'bench-conformance': ['bench:conformance', '--rounds', '1'],
  'bench-generate': ['bench:generate', '--rounds', '1'],
  'bench-sdk': ['bench:sdk', '--part', 'cpu', '--rounds', '1'],
  'bench-servers': ['bench:servers', '--offline', '--rounds', '1', '--requests', '400'],
  'bench-platform': ['bench:platform', '--components', '10', '--history', '', '--statuses', '0'],
  'bench-start': ['bench:start', '--rounds', '1'],
  templates: ['prove:templates'],
  install: ['prove:install'],
};
