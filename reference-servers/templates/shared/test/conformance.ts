import { spawn } from 'node:child_process';
import { createServer } from '../src/server.ts';

// Starts the server on a free port, runs the conformance suite against it, and exits with the suite's exit code.
const app = createServer({ logLevel: 'error' });
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
const flags = ['--config', 'conformance.yaml', '--url', `${origin}{{prefix}}`, ...process.argv.slice(2)];
const suite = spawn('tessera-conformance', flags, { stdio: 'inherit', shell: process.platform === 'win32' });
process.exitCode = await new Promise<number>((resolve, reject) => {
  suite.on('error', reject);
  suite.on('close', (code) => resolve(code ?? 1));
});
await app.close();
