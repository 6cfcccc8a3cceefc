import { createFileStore, listen } from '@tessera/reference-servers/kit';
import { createServer } from './server.ts';

// Without HOST, only this machine can reach the server. The Dockerfile sets it. An empty variable counts as not set.
// CORS is the origin of a site whose pages may call it, such as `https://docs.example`.
const { CORS, DATA_FOLDER, HOST, PORT, NODE_ENV } = process.env;

const port = Number(PORT || 8080);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(
    `The environment variable PORT is "${PORT}": set it to a whole number from 0 to 65535, or remove it.`,
  );
  process.exit(1);
}

const app = createServer({
  logLevel: 'info',
  development: NODE_ENV !== 'production',
  // Tasks survive a restart. Several servers need a common store: createPostgresStore.
  store: createFileStore(DATA_FOLDER || 'data'),
  ...(CORS && { cors: CORS }),
});
try {
  console.log(`Listening at ${await listen(app, { host: HOST || '127.0.0.1', port })}; Ctrl-C stops it.`);
} catch (thrown) {
  // For example a port in use.
  console.error(thrown instanceof Error ? thrown.message : thrown);
  process.exitCode = 1;
}
