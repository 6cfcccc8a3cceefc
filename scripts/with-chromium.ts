import { showCommand } from './check/command.ts';
import { ChromiumMissing, findChromium } from './chromium.ts';

const HELP = `Runs a command that needs a browser with the one that the tests would take.

Usage: tsx scripts/with-chromium.ts COMMAND [ARGUMENT...]

The command finds its path in TESSERA_CHROMIUM. Where it is asked for --help, no browser is looked for.`;

process.exitCode = await main(process.argv.slice(2));

async function main([file, ...args]: readonly string[]): Promise<number> {
  if (file === undefined || file.startsWith('-')) {
    console.log(HELP);
    return file === '--help' ? 0 : 2;
  }
  try {
    if (!args.includes('--help'))
      process.env['TESSERA_CHROMIUM'] = await findChromium((line) => console.error(line));
  } catch (cause) {
    if (!(cause instanceof ChromiumMissing)) throw cause;
    console.error(cause.message);
    return 1;
  }
  return showCommand('.', file, args);
}
