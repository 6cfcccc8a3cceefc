import { listen } from '@tessera/reference-servers/kit';
import { createServer } from './server.ts';

// Only this machine reaches it unless HOST says otherwise, as the Dockerfile does; a variable without a value says nothing.
const { HOST, PORT, NODE_ENV } = process.env;

const app = createServer({ logLevel: 'info', development: NODE_ENV !== 'production' });
try {
  console.log(
    `Listening at ${await listen(app, { host: HOST || '127.0.0.1', port: Number(PORT || 8080) })}; Ctrl-C stops it.`,
  );
} catch (thrown) {
  // Such as a port that another program has.
  console.error(thrown instanceof Error ? thrown.message : thrown);
  process.exitCode = 1;
}
