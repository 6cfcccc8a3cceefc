import { commandSettings, refuse } from './command-line.ts';
import { readStamp } from './output/output-folder.ts';
import { serveStatic } from './serve.ts';

const PORT = 4321;
const WHAT = `Serves the built site on this machine, at port ${PORT} or the one that the variable PORT names.
Takes the flags that it was built with.

Usage: npm run preview -w site -- [flags]`;

const settings = commandSettings(WHAT);
const said = process.env['PORT'] || `${PORT}`;
const port = Number(said);
if (!/^\d+$/.test(said) || port > 65_535) refuse(`PORT is a whole number up to 65535, not '${said}'`, WHAT);
if (readStamp(settings.outDir) === null) {
  console.error(`There is no built site in ${settings.outDir}: run npm run build -w site.`);
  process.exitCode = 2;
} else {
  await serveStatic(settings.outDir, settings.baseUrl, port).then(
    ({ origin }) => console.log(`The built site is at ${origin}${settings.baseUrl}`),
    (error: Error) => {
      console.error(
        `Nothing can be served at port ${port}: ${error.message}; name another one in the variable PORT`,
      );
      process.exitCode = 1;
    },
  );
}
