import { writeFileSync } from 'node:fs';
import { ConfigError } from '../config-error.ts';
import { EXIT } from '../suite/verdict.ts';

const TEMPLATE = `# Run with: tessera-conformance --config FILE
# Every line is a flag of the command without its dashes; tessera-conformance --help explains them.
contract: tech-adapter
url: http://localhost:8080

# A descriptor that the adapter can deploy; the path is relative to this file.
# descriptor: descriptor.yaml

# The generation of the contract that the adapter implements.
# contract-version: 2.5.0

# Never provision, unprovision, change access or terminate.
# read-only: true

# header:
#   Authorization: Bearer ...

# How long one answer and one task may take, in milliseconds.
# timeout: 30000
# poll-budget: 60000

# report: reports
# format: [html, json, junit]
# waivers: waivers.yaml
`;

/** Writes a configuration file to fill in; never over one that is there. */
export function init(path: string): number {
  try {
    writeFileSync(path, TEMPLATE, { flag: 'wx' });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new ConfigError(
      code === 'EEXIST' ? `${path} is there already` : `${path} cannot be written (${code})`,
    );
  }
  console.log(`written: ${path}`);
  return EXIT.conformant;
}
