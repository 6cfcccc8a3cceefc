import { didYouMean } from '../nearest.ts';
import type { Contract } from './contract.ts';
import { at, isObject, type JsonObject } from './json.ts';
import type { Given, GivenSamples } from './options.ts';
import type { Suite } from './run.ts';
import { schemasOf } from './schemas.ts';
import { parseYaml } from './yaml.ts';

/** Problems of the configured input; empty when a suite can use all of it. */
export function givenProblems(suite: Suite, given: Given): string[] {
  const kinds = suite.idKinds ?? [];
  const roles: readonly string[] = suite.sampleRoles ?? [];
  const strangeIds = Object.keys(given.ids ?? {}).filter((kind) => !kinds.includes(kind));
  const strangeRoles = Object.keys(given.samples ?? {}).filter((role) => !roles.includes(role));
  return [
    ...strangeIds.map((kind) => notAsked('--id', kind, kinds, suite)),
    ...strangeRoles.map((role) => notAsked('--sample', role, roles, suite)),
    ...excludeProblems(suite.contract, given.exclude ?? []),
    ...descriptorProblems(given),
    ...bodyProblems(suite.contract, given.bodies ?? {}),
    ...violatingProblems(suite, given.samples?.violating ?? []),
  ];
}

/** The request body with the resource that, according to the configuration, does not comply. */
export function violatingBody({ violating: [text] = [] }: GivenSamples = {}): JsonObject | undefined {
  const parsed = text === undefined ? undefined : parseYaml(text);
  return parsed !== undefined && 'value' in parsed && isObject(parsed.value) ? parsed.value : undefined;
}

/** Such a body belongs to the only operation of its contract. */
function violatingProblems({ contract, sampleRoles = [] }: Suite, texts: readonly string[]): string[] {
  if (!sampleRoles.includes('violating')) return [];
  const [operation = ''] = Object.keys(contract.table.operations);
  return texts.flatMap((text) => {
    const value = violatingBody({ violating: [text] });
    if (value === undefined) return [];
    return bodyProblems(contract, { [operation]: value }).map((problem) => `--sample violating: ${problem}`);
  });
}

function excludeProblems({ table }: Contract, excluded: readonly string[]): string[] {
  const known = Object.keys(table.operations);
  return excluded
    .filter((name) => !known.includes(name))
    .map(
      (name) =>
        `--exclude ${name}: ${table.id} has no such operation${didYouMean(name, known)}; known: ${known.join(', ')}`,
    );
}

function notAsked(flag: string, name: string, known: readonly string[], { contract }: Suite): string {
  const what = `${flag} ${name}: ${contract.table.id} does not use it`;
  return known.length === 0
    ? `${what}; it uses none`
    : `${what}${didYouMean(name, known)}; known: ${known.join(', ')}`;
}

/** An invalid descriptor may be any text. */
function descriptorProblems({ descriptor, samples = {} }: Given): string[] {
  const { invalid: _, ...good } = samples;
  const named = Object.entries(good).flatMap(([role, texts]) =>
    texts.map((text) => [`--sample ${role}`, text] as const),
  );
  const all = [...(descriptor === undefined ? [] : [['--descriptor', descriptor] as const]), ...named];
  return all.flatMap(([flag, text]) => {
    const problem = yamlProblem(text) ?? componentProblem(text);
    return problem === undefined ? [] : [`${flag}: ${problem}`];
  });
}

function yamlProblem(text: string): string | undefined {
  const parsed = parseYaml(text);
  if ('problem' in parsed) return `is not YAML: ${parsed.problem}`;
  return isObject(parsed.value) ? undefined : 'contains no YAML mapping, so it is not a descriptor';
}

/** A conformant target rejects such a descriptor, which must not become a finding. */
function componentProblem(text: string): string | undefined {
  const parsed = parseYaml(text);
  const value = 'problem' in parsed ? undefined : parsed.value;
  const id = at(value, 'componentIdToProvision');
  if (typeof id !== 'string' || holdsId(at(value, 'dataProduct'), id)) return undefined;
  return `componentIdToProvision is ${id}, and nothing in dataProduct has that id`;
}

/** @param seen visited parts: a YAML alias may refer to its ancestor */
function holdsId(value: unknown, id: string, seen = new Set<unknown>()): boolean {
  if (typeof value !== 'object' || value === null || seen.has(value)) return false;
  seen.add(value);
  return at(value, 'id') === id || Object.values(value).some((one) => holdsId(one, id, seen));
}

function bodyProblems(contract: Contract, bodies: Readonly<Record<string, unknown>>): string[] {
  const takers = Object.values(contract.table.operations).filter(({ body }) => body !== undefined);
  const schemas = schemasOf(contract.schemas);
  return Object.entries(bodies).flatMap(([operation, value]) => {
    const schema = takers.find(({ id }) => id === operation)?.body?.schema;
    if (schema === undefined) {
      return [
        `${operation} is not an operation with a body; known: ${takers.map(({ id }) => id).join(', ')}`,
      ];
    }
    if (schemas.isValid(schema, value)) return [];
    const [first] = schemas.read(schema, value).departures;
    const where = first === undefined || first.pointer === '' ? 'the body' : first.pointer;
    return [
      `the body for ${operation} violates the contract: ${where}: ${first?.expected ?? 'another form'}`,
    ];
  });
}
