import { readSettings } from './config.ts';
import { serveStatic } from './serve.ts';

const PORT = 4321;
const settings = readSettings(process.argv.slice(2), process.env);
const { origin } = await serveStatic(settings.outDir, settings.baseUrl, PORT);
console.log(`The built site is at ${origin}${settings.baseUrl}`);
