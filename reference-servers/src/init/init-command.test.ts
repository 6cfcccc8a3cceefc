import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apis } from '@tessera/contracts/apis';
import { afterAll, describe, expect, it } from 'vitest';
import { servers } from '../servers.ts';
import { UsageError } from '../usage-error.ts';
import { runInit } from './init-command.ts';
import { templates, writeProject } from './write-project.ts';

const scratch = mkdtempSync(join(tmpdir(), 'tessera-init-'));
afterAll(() => rmSync(scratch, { recursive: true }));

describe('init', () => {
  it('has a template for every contract that has a reference server', () => {
    expect(templates).toEqual(servers.map(({ id }) => id));
  });

  it.each(templates)('writes a whole project for %s, with nothing left to fill in', (template) => {
    const directory = join(scratch, template, 'My Adapter');
    const { name, files } = writeProject(template, directory);
    expect(name).toBe('my-adapter');
    expect(files).toEqual(
      expect.arrayContaining([
        '.gitignore',
        'Dockerfile',
        'README.md',
        'src/handlers.ts',
        'test/server.test.ts',
      ]),
    );
    for (const file of files) expect(readFileSync(join(directory, file), 'utf8'), file).not.toMatch(/\{\{/);
    const title = apis.find(({ id }) => id === template)?.title;
    expect(readFileSync(join(directory, 'README.md'), 'utf8')).toContain(
      `# my-adapter\n\n${title}, made with`,
    );
  });

  it.each(templates)('explains in the README of %s every variable that the project reads', (template) => {
    const directory = join(scratch, template, 'explained');
    const { files } = writeProject(template, directory);
    const read = (file: string) => readFileSync(join(directory, file), 'utf8');
    const sources = files.filter((file) => file.startsWith('src')).map(read);
    const names = sources.flatMap((text) => [
      ...text.matchAll(/process\.env\['(\w+)'\]/g),
      ...[...text.matchAll(/\{([^{}]*)\} = process\.env/g)].flatMap(([, list = '']) => [
        ...list.matchAll(/\b([A-Z_]+)\b/g),
      ]),
    ]);
    expect(names.length).toBeGreaterThanOrEqual(3);
    for (const [, name] of names) expect(read('README.md')).toMatch(new RegExp(`\`${name}[\`=]`));
  });

  it('writes a Dockerfile that names only what the project has', () => {
    const directory = join(scratch, 'image');
    const { files } = writeProject('tech-adapter', directory);
    const read = (file: string) => readFileSync(join(directory, file), 'utf8');
    const { scripts, engines } = JSON.parse(read('package.json'));
    const dockerfile = read('Dockerfile');
    for (const [, script = ''] of dockerfile.matchAll(/npm run (\w+)/g))
      expect(Object.keys(scripts)).toContain(script);
    // What is started is what the build writes out of a file that is there.
    const [, folder, program] = /^CMD \["node", "(\w+)\/(\w+)\.js"\]$/m.exec(dockerfile) ?? [];
    expect(JSON.parse(read('tsconfig.build.json')).compilerOptions).toMatchObject({
      rootDir: 'src',
      outDir: folder,
    });
    expect(files).toContain(join('src', `${program}.ts`));
    expect(dockerfile).toContain(`COPY --from=build /app/${folder} ./${folder}`);
    // Neither what is built outside nor what is installed outside gets into the image.
    expect(read('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['node_modules', folder, '.git']),
    );
    const [, major] = /^FROM node:(\d+)-slim$/m.exec(dockerfile) ?? [];
    expect(Number(major)).toBeGreaterThanOrEqual(Number(/\d+/.exec(engines.node)?.[0]));
  });

  it('says what it wrote and what to do next', () => {
    const said = runInit(['tech-adapter', join(scratch, 'said')]);
    expect(said).toMatch(/^ {2}src\/handlers.ts$/m);
    expect(said).toMatch(/^ {2}npm run conformance$/m);
    expect(runInit(['--help'])).toMatch(/Examples\n {2}tessera-serve init tech-adapter/);
  });

  it('writes into an empty folder, and never over anything', () => {
    const folder = join(scratch, 'empty');
    mkdirSync(folder);
    runInit(['remote-engine', folder]);
    const before = readdirSync(folder);
    expect(() => runInit(['tech-adapter', folder])).toThrow(/is not empty; nothing was written/);
    expect(readdirSync(folder)).toEqual(before);
    const file = join(scratch, 'file');
    writeFileSync(file, 'mine');
    expect(() => runInit(['tech-adapter', file])).toThrow(/is a file; name a folder/);
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it.each([
    ['/proc/tessera', 'in a file system that takes no folders'],
    [join(scratch, 'a-file', 'x'), 'below a file'],
    [join(scratch, 'a'.repeat(300)), 'with a name that is too long'],
    [join(scratch, 'a-link', 'x'), 'behind a link to itself'],
  ])('says in a sentence that it cannot write to a folder %s', (folder) => {
    writeFileSync(join(scratch, 'a-file'), 'mine');
    if (!lstatSync(join(scratch, 'a-link'), { throwIfNoEntry: false })) {
      symlinkSync('a-link', join(scratch, 'a-link'));
    }
    expect(() => runInit(['tech-adapter', folder])).toThrow(
      /^cannot write a project to .*: [a-z ]+; name another folder$/,
    );
  });

  it('tells how to get into a folder whose name has a space', () => {
    const folder = join(scratch, "somebody's adapter");
    expect(runInit(['tech-adapter', folder])).toContain(String.raw`  cd '${scratch}/somebody'\''s adapter'`);
  });

  it.each([
    ['node_modules', 'adapter'],
    ['___', 'adapter'],
    ['b'.repeat(240), 'b'.repeat(214)],
  ])('gives a project in %s a name that npm accepts', (folder, want) => {
    expect(writeProject('tech-adapter', join(scratch, 'named', folder)).name).toBe(want);
  });

  it.each([
    [[], /^init needs a contract and a folder, as in: tessera-serve init tech-adapter/],
    [['tech-adapter'], /^init needs a contract and a folder/],
    [['teapot', 'x'], /^there is no template teapot; there are .*tech-adapter/],
    [['../src', 'x'], /^there is no template \.\.\/src/],
    [['shared', 'x'], /^there is no template shared/],
    [['tech-adapter', ''], 'a folder needs a name, as in: ./my-adapter'],
    [['tech-adapter', 'x', 'y'], 'init writes one project, not also y'],
    [['tech-adapter', 'x', '--force'], /^init has no flag --force/],
  ])('%j is refused, and writes nothing', (argv, message) => {
    const given = argv.map((word) => (word === 'x' ? join(scratch, 'refused') : word));
    expect(() => runInit(given)).toThrow(UsageError);
    expect(() => runInit(given)).toThrow(message);
    expect(existsSync(join(scratch, 'refused'))).toBe(false);
  });
});
