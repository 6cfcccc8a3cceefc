import { ignoreEndedReaders } from '@tessera/cli';
import { main } from './cli.ts';

ignoreEndedReaders();
process.exitCode = await main(process.argv.slice(2));
