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
import { parse } from 'yaml';
import { servers } from '../servers.ts';
import { UsageError } from '../usage-error.ts';
import { runInit } from './init-command.ts';
import { type Language, languages } from './languages.ts';
import { writeProject } from './write-project.ts';

const [{ contracts: templates }] = languages;
const java = languageOf('java');
/** Languages whose projects cannot be installed and run here, and their contracts. */
const foreign = languages
  .slice(1)
  .flatMap((language) => language.contracts.map((contract) => ({ id: language.id, contract, language })));

function languageOf(wanted: string): Language {
  const language = languages.find(({ id }) => id === wanted);
  if (language === undefined) throw new Error(`init has no projects in ${wanted}`);
  return language;
}

const scratch = mkdtempSync(join(tmpdir(), 'tessera-init-'));
afterAll(() => rmSync(scratch, { recursive: true }));

describe('init', () => {
  it.each(languages)(
    'has a template in $label for every contract that has a reference server',
    ({ contracts }) => {
      expect(contracts).toEqual(servers.map(({ id }) => id));
    },
  );

  it.each(templates)('writes a whole project for %s, with nothing left to fill in', (template) => {
    const directory = join(scratch, template, 'My Adapter');
    const { name, files } = writeProject(template, directory);
    expect(name).toBe('my-adapter');
    expect(files).toEqual(
      expect.arrayContaining([
        '.gitignore',
        join('.github', 'workflows', 'ci.yaml'),
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

  it('names only commands that the project has, in the README and in the CI file', () => {
    const directory = join(scratch, 'commands', 'mine');
    writeProject('tech-adapter', directory);
    const read = (...path: string[]) => readFileSync(join(directory, ...path), 'utf8');
    const { scripts } = JSON.parse(read('package.json'));
    const ci = read('.github', 'workflows', 'ci.yaml');
    expect(parse(ci).jobs.check.steps.length).toBeGreaterThan(4);
    const named = [...`${ci}${read('README.md')}`.matchAll(/npm (?:run )?(start|test|(?<=run )\w+)/g)];
    expect(new Set(named.map(([, name]) => name))).toEqual(new Set(Object.keys(scripts)));
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

  it.each(foreign)(
    'writes a whole project in $id for $contract, with no placeholder left',
    ({ language, contract }) => {
      const directory = join(scratch, language.id, contract, 'My Adapter');
      const { name, files } = writeProject(contract, directory, { language });
      expect(name).toBe('my-adapter');
      expect(files).toEqual(
        expect.arrayContaining([
          '.gitignore',
          '.dockerignore',
          'Dockerfile',
          'README.md',
          'conformance.yaml',
        ]),
      );
      expect(files).toContain(language.handlers);
      for (const file of files) expect(readFileSync(join(directory, file), 'utf8'), file).not.toMatch(/\{\{/);
      const readme = readFileSync(join(directory, 'README.md'), 'utf8');
      const explained = [...readme.matchAll(/^\| `([\w/]+\.\w+)`/gm)].map(([, path = '']) => path);
      expect(explained.length).toBeGreaterThanOrEqual(4);
      for (const path of explained)
        expect(
          files.some((file) => file.endsWith(path)),
          path,
        ).toBe(true);
    },
  );

  it.each(foreign)(
    'gives the project in $id for $contract the types of the contract as they are now',
    ({ language, contract }) => {
      const directory = join(scratch, language.id, contract, 'types');
      writeProject(contract, directory, { language });
      const { from, to } = language.modelsOf(contract) ?? { from: '', to: '' };
      expect(readFileSync(join(directory, to), 'utf8')).toBe(readFileSync(from, 'utf8'));
      expect(readFileSync(from, 'utf8')).toContain(
        `Generated by scripts/generate from specs/extension-points/${contract}.yaml`,
      );
    },
  );

  it.each(java.contracts)('explains in the README of the Java project for %s every setting', (contract) => {
    const directory = join(scratch, 'java', contract, 'settings');
    writeProject(contract, directory, { language: java });
    const read = (file: string) => readFileSync(join(directory, file), 'utf8');
    const names = [...read('src/main/resources/application.yaml').matchAll(/\$\{([A-Z_]+):/g)];
    expect(names.length).toBeGreaterThanOrEqual(5);
    for (const [, name = ''] of names) expect(read('README.md')).toContain(`\`${name}\``);
  });

  it.each([
    { contract: 'tech-adapter', libraries: ['spring-boot-starter-jdbc', 'h2', 'snakeyaml-engine'] },
    { contract: 'remote-engine', libraries: ['snakeyaml-engine'] },
    { contract: 'custom-url-picker', libraries: [] },
  ])('lists in the pom.xml for $contract only libraries that it needs', ({ contract, libraries }) => {
    const directory = join(scratch, 'java', contract, 'libraries');
    writeProject(contract, directory, { language: java });
    const pom = readFileSync(join(directory, 'pom.xml'), 'utf8');
    const [, ...dependencies] = pom.split('<dependency>');
    const listed = dependencies.map((text) => /<artifactId>([^<]+)/.exec(text)?.[1]);
    const common = ['webmvc', 'validation', 'actuator', 'webmvc-test'];
    expect(new Set(listed)).toEqual(
      new Set([...common.map((name) => `spring-boot-starter-${name}`), ...libraries]),
    );
    expect(pom.match(/<\/dependencies>/g)).toHaveLength(1);
  });

  it('explains in the README of a Python project every setting', () => {
    const directory = join(scratch, 'python', 'settings');
    writeProject('tech-adapter', directory, { language: languageOf('python') });
    const read = (file: string) => readFileSync(join(directory, file), 'utf8');
    const names = [...read('app/settings.py').matchAll(/^ {4}(\w+): /gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThanOrEqual(6);
    for (const name of names) expect(read('README.md')).toContain(`\`${name.toUpperCase()}\``);
  });

  it('puts the packages of this toolkit into a project with --vendor', () => {
    const directory = join(scratch, 'with vendor');
    expect(runInit(['tech-adapter', directory, '--vendor'])).toMatch(/^ {2}vendor\/tessera-contracts-/m);
    const read = (file: string) => readFileSync(join(directory, file), 'utf8');
    const { dependencies, devDependencies } = JSON.parse(read('package.json'));
    const own = Object.entries<string>({ ...dependencies, ...devDependencies }).filter(([name]) =>
      name.startsWith('@tessera/'),
    );
    // Also the packages that the kit depends on: npm must not look for them in a registry.
    expect(own.map(([name]) => name.replace('@tessera/', '')).toSorted()).toEqual([
      'cli',
      'conformance',
      'contracts',
      'reference-servers',
    ]);
    for (const [name, file] of own) {
      expect(file).toMatch(/^file:vendor\/[\w.-]+\.tgz$/);
      expect(lstatSync(join(directory, file.replace('file:', ''))).size, name).toBeGreaterThan(1000);
    }
    expect(read('Dockerfile').match(/COPY vendor/g)).toHaveLength(2);
  });

  it('rejects --vendor for a language whose projects have none of these packages', () => {
    const directory = join(scratch, 'foreign-vendor');
    expect(() => runInit(['tech-adapter', directory, '--language', 'python', '--vendor'])).toThrow(
      UsageError,
    );
    expect(existsSync(directory)).toBe(false);
  });

  it('writes a Dockerfile that names only what the project has', () => {
    const directory = join(scratch, 'image');
    const { files } = writeProject('tech-adapter', directory);
    const read = (file: string) => readFileSync(join(directory, file), 'utf8');
    const { scripts, engines } = JSON.parse(read('package.json'));
    const dockerfile = read('Dockerfile');
    for (const [, script = ''] of dockerfile.matchAll(/npm run (\w+)/g))
      expect(Object.keys(scripts)).toContain(script);
    // The start command runs the output that the build writes from an existing file.
    const [, folder, program] = /^CMD \["node", "(\w+)\/(\w+)\.js"\]$/m.exec(dockerfile) ?? [];
    expect(JSON.parse(read('tsconfig.build.json')).compilerOptions).toMatchObject({
      rootDir: 'src',
      outDir: folder,
    });
    expect(files).toContain(join('src', `${program}.ts`));
    expect(dockerfile).toContain(`COPY --from=build /app/${folder} ./${folder}`);
    // Files that were built or installed outside do not get into the image.
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
    const folder = join(scratch, "user's adapter");
    expect(runInit(['tech-adapter', folder])).toContain(String.raw`  cd '${scratch}/user'\''s adapter'`);
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
    [['teapot', 'x'], /^there is no TypeScript template teapot; there are .*tech-adapter/],
    [['../src', 'x'], /^there is no TypeScript template \.\.\/src/],
    [['shared', 'x'], /^there is no TypeScript template shared/],
    [
      ['tech-adapter', 'x', '--language', 'cobol'],
      /^--language needs a language; got cobol, expected one of typescript, python, java/,
    ],
    [['tech-adapter', 'x', '--language'], /^--language needs a value$/],
    [['tech-adapter', ''], 'a folder needs a name, as in: ./my-adapter'],
    [['tech-adapter', 'x', 'y'], 'init writes one project, not also y'],
    [['tech-adapter', 'x', '--force'], /^Unknown option '--force'$/],
  ])('%j is refused, and writes nothing', (argv, message) => {
    const given = argv.map((word) => (word === 'x' ? join(scratch, 'refused') : word));
    expect(() => runInit(given)).toThrow(UsageError);
    expect(() => runInit(given)).toThrow(message);
    expect(existsSync(join(scratch, 'refused'))).toBe(false);
  });
});
