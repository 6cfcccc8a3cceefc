import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { SITE_ROOT } from '../../node/config.ts';
import { allApis } from '../../node/contract-docs/catalog.ts';
import { writeOutContracts } from '../../node/contract-docs/plugin.ts';
import { GSON, GSON_JAR } from './java-sample.ts';
import { requestSamples } from './request-samples.ts';
import { sampleRequest } from './sample-request.ts';

const CONTENT = path.join(SITE_ROOT, 'content');

/** The programs of the references, and those that pages get from directives. */
function programs(): string[] {
  const ofReferences = allApis().flatMap(({ api }) =>
    api.operations.flatMap((operation) =>
      requestSamples(sampleRequest(operation, api)).flatMap(({ value, code }) =>
        value === 'java' ? [code] : [],
      ),
    ),
  );
  const ofPages = readdirSync(CONTENT, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => {
      const text = writeOutContracts(readFileSync(path.join(CONTENT, name), 'utf8'), []);
      return [...text.matchAll(/^```java\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
    });
  return [...ofReferences, ...ofPages].filter((code) => code.includes('public class Main'));
}

it('compiles every program that the site generates in Java, with no library but Gson', (context) => {
  for (const program of ['javac', 'mvn'])
    if (spawnSync(program, ['--version']).status !== 0) context.skip(`${program} is not installed`);
  const folder = mkdtempSync(path.join(tmpdir(), 'java-samples-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  spawnSync('mvn', ['-q', 'dependency:copy', `-Dartifact=${GSON}`, '-DoutputDirectory=.'], { cwd: folder });
  if (!existsSync(path.join(folder, GSON_JAR))) context.skip('no package registry can be reached');
  const files = programs().map((code, index) => {
    writeFileSync(path.join(folder, `Main${index}.java`), code.replace('class Main', `class Main${index}`));
    return `Main${index}.java`;
  });
  expect(files.length).toBeGreaterThan(120);
  execFileSync('javac', ['-proc:none', '-cp', GSON_JAR, '-d', 'classes', ...files], { cwd: folder });
  expect(readdirSync(path.join(folder, 'classes'))).toHaveLength(files.length);
});
