import { writeFileSync } from 'node:fs';
import { configSchema } from './src/config-schema.ts';

/** Writes what follows from the sources: run it after a change of flags, contracts or mutants. */
const schema = `${JSON.stringify(configSchema(), null, 2)}\n`;
writeFileSync(new URL('./config.schema.json', import.meta.url), schema);
