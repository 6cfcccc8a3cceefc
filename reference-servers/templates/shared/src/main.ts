import { listen } from '@tessera/reference-servers/kit';
import { createServer } from './server.ts';

const { HOST = '0.0.0.0', PORT = '8080', NODE_ENV } = process.env;

const app = createServer({ logLevel: 'info', development: NODE_ENV !== 'production' });
console.log(`Listening at ${await listen(app, { host: HOST, port: Number(PORT) })}; Ctrl-C stops it.`);
