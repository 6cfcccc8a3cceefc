import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apis } from '@tessera/contracts/apis';
import { PACKAGE } from './own-package.ts';

/** Folder of the templates. */
const TEMPLATES = fileURLToPath(new URL('templates/', PACKAGE));

/** A language that `init` writes projects in. */
export interface Language {
  /** Value of the flag `--language`. */
  readonly id: string;
  readonly label: string;
  /** Contracts that there is a template for, in the order of the contracts. */
  readonly contracts: readonly string[];
  /** Folders of templates that make up the project of a contract, each over the ones before it. */
  foldersOf(contract: string): readonly string[];
  /** Source and target of the contract's types; absent where a library has them. */
  modelsOf(contract: string): { readonly from: string; readonly to: string } | undefined;
  /** Packages of this toolkit that the projects depend on. */
  readonly packages: readonly string[];
  /** File with the functions to fill in. */
  readonly handlers: string;
  /** Commands that try the project. */
  readonly next: readonly string[];
}

/** Additional files that the projects of several contracts share. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'tech-adapter': ['detailed-errors', 'yaml', 'descriptor', 'tasks'],
  'data-catalog-plugin': ['detailed-errors', 'yaml', 'descriptor', 'tasks'],
  'marketplace-plugin': ['yaml'],
  'remote-engine': ['detailed-errors', 'yaml'],
  'remote-request-hook': ['tasks'],
  'llm-engine': ['detailed-errors'],
};

const require = createRequire(new URL('package.json', PACKAGE));

const typescript: Language = {
  id: 'typescript',
  label: 'TypeScript',
  contracts: contractsIn(TEMPLATES),
  foldersOf: (contract) => ['shared', contract].map((part) => join(TEMPLATES, part)),
  modelsOf: () => undefined,
  packages: ['@tessera/reference-servers', '@tessera/conformance'],
  handlers: 'src/handlers.ts',
  next: ['npm install', 'npm test', 'npm run conformance', 'npm start'],
};

const python: Language = {
  id: 'python',
  label: 'Python',
  contracts: contractsIn(join(TEMPLATES, 'python')),
  foldersOf: (contract) => partsOf('python', contract),
  modelsOf: (contract) => ({
    from: require.resolve(`@tessera/contracts/python/${contract}.py`),
    to: join('app', 'models.py'),
  }),
  packages: [],
  handlers: 'app/handlers.py',
  next: [
    'python3 -m venv .venv',
    '. .venv/bin/activate',
    'pip install -r requirements-test.txt',
    'pytest',
    'python -m app.main',
  ],
};

const JAVA_SOURCES = join('src', 'main', 'java', 'com', 'example', 'adapter');

const java: Language = {
  id: 'java',
  label: 'Java',
  contracts: contractsIn(join(TEMPLATES, 'java')),
  foldersOf: (contract) => partsOf('java', contract),
  modelsOf: (contract) => ({
    from: require.resolve(`@tessera/contracts/java/${contract}/Contract.java`),
    to: join(JAVA_SOURCES, 'Contract.java'),
  }),
  packages: [],
  handlers: 'src/main/java/com/example/adapter/Handlers.java',
  next: ['mvn package', 'java -jar target/server.jar'],
};

/** Languages that `init` writes projects in; the first one is the default. */
export const languages: readonly [Language, ...Language[]] = [typescript, python, java];

function contractsIn(folder: string): readonly string[] {
  return apis.map(({ id }) => id).filter((id) => existsSync(join(folder, id)));
}

function partsOf(language: string, contract: string): readonly string[] {
  return ['shared', ...(PARTS[contract] ?? []), contract]
    .map((part) => join(TEMPLATES, language, part))
    .filter((folder) => existsSync(folder));
}
