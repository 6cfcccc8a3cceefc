import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandAlone } from '../command-line.ts';
import { readSettings, SITE_ROOT } from '../config.ts';
import { loadContent } from '../content/load.ts';
import { workspaceCommands } from '../samples/workspace-commands.ts';
import { printCast, secondsOf } from './cast.ts';
import { recordPage } from './record.ts';
import { scriptOf } from './script.ts';
import { recordedPages } from './tutorials.ts';

commandAlone(`Runs the commands of every page with a recording and writes the recordings anew.

Usage: npm run record:tutorials -w site`);

// After the flags: its compilers take longer to load than it takes to report an invalid flag.
const { loadSamplePages } = await import('../samples/sample-pages.ts');
const settings = readSettings([], process.env);
const { sources } = loadContent(settings.contentDir, []);
for (const { page, source, time, cast } of recordedPages(sources, loadSamplePages(settings))) {
  const folder = path.join(SITE_ROOT, '.cache', 'recordings', path.basename(cast, '.cast'));
  const host = { folder, commands: workspaceCommands(), keepsPorts: true };
  const scenes = scriptOf(page, source.body, source.bodyOffset);
  const wanted = { title: source.frontMatter.title, seconds: secondsOf(time) };
  const recording = await recordPage(page, scenes, host, wanted);
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(cast, printCast(recording));
  console.log(`${path.relative(SITE_ROOT, cast)}: ${time}, ${recording.events.length} events`);
}
