import { commandSettings } from './command-line.ts';
import { readStamp } from './output/output-folder.ts';
import { serveStatic } from './serve.ts';

const WHAT = `Serves the built site on this machine. Takes the flags that it was built with.

Usage: npm run preview -w site -- [flags]`;
const PORT = 4321;

const settings = commandSettings(WHAT);
if (readStamp(settings.outDir) === null) {
  console.error(`There is no built site in ${settings.outDir}: run npm run build -w site.`);
  process.exitCode = 2;
} else {
  await serveStatic(settings.outDir, settings.baseUrl, PORT).then(
    ({ origin }) => console.log(`The built site is at ${origin}${settings.baseUrl}`),
    (error: Error) => {
      console.error(`Nothing can be served at port ${PORT}: ${error.message}`);
      process.exitCode = 1;
    },
  );
}
