import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A command, with its arguments. */
export type Command = readonly [string, ...string[]];

/** How the projects of a language are installed, tested and started. */
export interface Toolchain {
  readonly language: string;
  /** Programs that have to be there, each with the command that prints its version and the versions that will do. */
  readonly needs: readonly { readonly name: string; readonly version: Command; readonly fits: RegExp }[];
  /** Commands that need the package registry; `tools` is a folder that the projects of the language share. */
  install(tools: string): readonly Command[];
  /** What `install` prints when the package registry is the reason that it fails. */
  readonly registryFails: RegExp;
  /** Commands that run the tests of the project, and build it. */
  test(tools: string): readonly Command[];
  start(tools: string): Command;
  /** Versions of the libraries that the project asks for, by name. */
  libraries(project: string): Readonly<Record<string, string>>;
}

const python: Toolchain = {
  language: 'python',
  needs: [
    { name: 'Python', version: ['python3', '--version'], fits: /^Python (3\.(?:1[1-9]|[2-9]\d)\.\d+)/ },
  ],
  install: (tools) => [
    ['python3', '-m', 'venv', tools],
    [join(tools, 'bin/pip'), 'install', '--quiet', '-r', 'requirements-test.txt'],
  ],
  registryFails: /No matching distribution|Connection|Temporary failure in name resolution/,
  test: (tools) => [[join(tools, 'bin/python'), '-m', 'pytest', '--quiet']],
  start: (tools) => [join(tools, 'bin/python'), '-m', 'app.main'],
  libraries: (project) => {
    const pins = readFileSync(join(project, 'requirements.txt'), 'utf8').matchAll(/^([\w.-]+)==(\S+)$/gm);
    return Object.fromEntries([...pins].map(([, name = '', version = '']) => [name, version]));
  },
};

const java: Toolchain = {
  language: 'java',
  needs: [
    { name: 'Java', version: ['java', '-version'], fits: /version "((?:1[7-9]|[2-9]\d)[.\d]*)/ },
    { name: 'Maven', version: ['mvn', '--version'], fits: /Apache Maven (\d[.\d]*)/ },
  ],
  install: () => [['mvn', '-q', '-B', '-ntp', 'package', '-DskipTests']],
  registryFails:
    /Could not (?:resolve|transfer|find artifact)|Non-resolvable parent POM|UnknownHostException/,
  test: () => [['mvn', '-q', '-B', '-ntp', 'package']],
  start: () => ['java', '-jar', 'target/server.jar'],
  libraries: (project) => {
    const pom = readFileSync(join(project, 'pom.xml'), 'utf8');
    const readElement = (element: string, text: string) => new RegExp(`<${element}>([^<]+)`).exec(text)?.[1];
    const [, parent = ''] = pom.split('<parent>');
    const [, ...dependencies] = pom.split('<dependency>');
    const libraries = dependencies.map((text) => [
      readElement('artifactId', text),
      readElement('version', text),
    ]);
    return {
      'spring-boot': readElement('version', parent) ?? '',
      ...Object.fromEntries(libraries.filter(([, version]) => version !== undefined)),
    };
  },
};

/** Languages whose projects are proven with what their users have: an interpreter and a package registry. */
export const toolchains: readonly Toolchain[] = [python, java];
