import { tool } from '../check/command.ts';
import { BUILDER } from './compiler.ts';
import type { Step } from './step.ts';

const tsx = tool('tsx');

/** Projects of TypeScript that become packages, in the order in which they refer to each other. */
const PROJECTS = [
  'scripts/cli',
  'client-sdk',
  'reference-servers',
  'reference-servers/platform',
  'conformance',
];

const PLATFORM = 'reference-servers/platform';

/** Inputs of every build, beside its sources. */
const COMMON = ['generated', 'package.json', 'package-lock.json', 'tsconfig.base.json'];

/** Generates `generated/` from `specs/`. */
export const GENERATED: Step = {
  name: 'generated/',
  reads: ['specs', 'scripts/generate', 'scripts/generate.ts', 'package.json'],
  writes: ['generated'],
  check: [tsx, 'scripts/generate.ts', '--check'],
  commands: [[tsx, 'scripts/generate.ts']],
};

/** Prepare the packages for use and packing. */
export const PACKAGES: readonly Step[] = [
  {
    name: 'packages',
    reads: [
      ...COMMON,
      ...PROJECTS.flatMap((project) => [
        `${project}/src`,
        `${project}/tsconfig.src.json`,
        `${project}/package.json`,
      ]),
    ],
    writes: [...PROJECTS.map((project) => `${project}/dist`), 'conformance/.cache/declarations'],
    commands: [[...BUILDER, ...PROJECTS.map((project) => `${project}/tsconfig.src.json`)]],
  },
  {
    name: 'commands',
    reads: [
      ...COMMON,
      'scripts/bundle.ts',
      'scripts/bundle',
      ...['scripts/cli', 'conformance', 'reference-servers'].flatMap((room) => [
        `${room}/src`,
        `${room}/package.json`,
      ]),
      'reference-servers/compile-validators.ts',
    ],
    writes: ['conformance/dist', 'reference-servers/dist/command', 'reference-servers/dist/glue'],
    commands: [[tsx, 'scripts/bundle.ts']],
  },
  {
    name: 'database',
    reads: [`${PLATFORM}/src/storage`, `${PLATFORM}/src/engine`, `${PLATFORM}/package.json`],
    writes: [`${PLATFORM}/dist`],
    commands: [['npm', 'run', '--silent', 'snapshot', '-w', PLATFORM]],
  },
];

/**
 * Builds the documentation site, which shows the documentation of the other packages and the help of their commands.
 */
export const SITE: Step = {
  name: 'site',
  reads: [
    ...COMMON,
    ...['site', 'client-sdk/src', 'conformance'],
    ...['scripts/cli/dist', 'conformance/dist', 'reference-servers/dist', 'reference-servers/platform/dist'],
  ],
  variables: 'TESSERA_SITE_',
  writes: ['site/dist'],
  // A first start does not wait for the examples of the requirement pages, which take a minute.
  commands: [['npm', 'run', '--silent', 'build', '-w', 'site', '--', '--examples', 'kept']],
};
