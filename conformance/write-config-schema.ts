import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { configSchema } from './src/config-schema.ts';

// Generates `config.schema.json` from the flags. Run it after every change of the flags.
const file = new URL('./config.schema.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(configSchema(), null, 2)}\n`);
execFileSync('npx', ['biome', 'format', '--write', 'config.schema.json'], {
  cwd: new URL('.', import.meta.url),
});
