import { asObject, isObject, type Json, type JsonObject } from '../json.ts';
import type { Api } from '../model.ts';
import { docComment, type EmittedFile, header } from './file.ts';
import { nameIn } from './schema-order.ts';

type Schemas = Api['schemas'];

/** Package of the projects that `init` writes in Java; the class is copied into it. */
const PACKAGE = 'com.example.adapter';

/** `java/<api>/Contract.java`: the schemas of an API as records and enums, with the constraints of Bean Validation. */
export function emitJava(api: Api): EmittedFile {
  const types = Object.entries(api.schemas).flatMap(([name, schema]) =>
    definition(name, schema, api.schemas),
  );
  const body = types.join('\n');
  const text = `${header(api.bundle.file.path)}package ${PACKAGE};

${imports(body)}
${docComment([`Types of the ${api.title} ${api.version}.`])}public final class Contract {

    private Contract() {}

${body}}
`;
  return { path: `java/${api.id}/Contract.java`, text };
}

const IMPORTS: Readonly<Record<string, string>> = {
  '@JsonAnyGetter': 'com.fasterxml.jackson.annotation.JsonAnyGetter',
  '@JsonAnySetter': 'com.fasterxml.jackson.annotation.JsonAnySetter',
  '@JsonCreator': 'com.fasterxml.jackson.annotation.JsonCreator',
  '@Valid': 'jakarta.validation.Valid',
  '@Max': 'jakarta.validation.constraints.Max',
  '@Min': 'jakarta.validation.constraints.Min',
  '@NotNull': 'jakarta.validation.constraints.NotNull',
  '@Pattern': 'jakarta.validation.constraints.Pattern',
  '@Size': 'jakarta.validation.constraints.Size',
  OffsetDateTime: 'java.time.OffsetDateTime',
  List: 'java.util.List',
  Map: 'java.util.Map',
};

function imports(body: string): string {
  const used = Object.entries(IMPORTS).filter(([name]) => new RegExp(`${name}\\b`).test(body));
  return used.map(([, path]) => `import ${path};\n`).join('');
}

function definition(name: string, schema: JsonObject, schemas: Schemas): string[] {
  const { description, oneOf } = schema;
  const comment = typeof description === 'string' ? docComment([description], '    ') : '';
  if (Array.isArray(schema['enum'])) {
    return [
      `${comment}    public enum ${name} {\n        ${schema['enum'].join(',\n        ')};\n${exactly(name)}    }\n`,
    ];
  }
  if (Array.isArray(oneOf)) {
    const names = oneOf.map((one) => nameIn(asObject(one)));
    return [`${comment}    public sealed interface ${name} permits ${names.join(', ')} {}\n`];
  }
  if (!isObject(schema['properties'])) return [];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const members = Object.entries(schema['properties']).map(([member, value]) => {
    const mark = required.includes(member) ? '@NotNull ' : '';
    return `            ${mark}${typeOf(asObject(value), schemas)} ${member}`;
  });
  // Members that the contract allows without declaring them are kept.
  if (schema['additionalProperties'] === true) {
    members.push('            @JsonAnySetter @JsonAnyGetter Map<String, Object> more');
  }
  const union = Object.keys(schemas).find((other) => choicesOf(schemas[other]).includes(name));
  const implemented = union === undefined ? '' : ` implements ${union}`;
  return [`${comment}    public record ${name}(\n${members.join(',\n')})${implemented} {}\n`];
}

/** Jackson would also accept a value with surrounding spaces. */
function exactly(name: string): string {
  return `
        @JsonCreator
        static ${name} of(String text) {
            return valueOf(text);
        }
`;
}

function choicesOf(schema: JsonObject | undefined): (string | undefined)[] {
  const choices = schema?.['oneOf'];
  return Array.isArray(choices) ? choices.map((one) => nameIn(asObject(one))) : [];
}

/** The Java type of a schema, with its constraints in front; a component without a class is written out. */
function typeOf(schema: JsonObject, schemas: Schemas): string {
  const name = nameIn(schema);
  const target = name === undefined ? undefined : schemas[name];
  if (name !== undefined && target !== undefined) {
    if (isObject(target['properties'])) return `@Valid ${name}`;
    if (Array.isArray(target['enum']) || Array.isArray(target['oneOf'])) return name;
    return typeOf(target, schemas);
  }
  return `${constraintsOf(schema)}${plainTypeOf(schema, schemas)}`;
}

function plainTypeOf(schema: JsonObject, schemas: Schemas): string {
  switch (schema['type']) {
    case 'string':
      return schema['format'] === 'date-time' ? 'OffsetDateTime' : 'String';
    case 'integer':
      return 'Long';
    case 'number':
      return 'Double';
    case 'boolean':
      return 'Boolean';
    case 'array':
      return `List<@NotNull ${typeOf(asObject(schema['items']), schemas)}>`;
    case 'object':
      return 'Map<String, Object>';
    default:
      return 'Object';
  }
}

function constraintsOf(schema: JsonObject): string {
  const { pattern, minimum, maximum } = schema;
  const bounds = [
    ['min', schema['minLength'] ?? schema['minItems']],
    ['max', schema['maxLength'] ?? schema['maxItems']],
  ].filter(([, bound]) => bound !== undefined);
  return [
    bounds.length > 0 ? `@Size(${bounds.map((pair) => pair.join(' = ')).join(', ')}) ` : '',
    typeof pattern === 'string' ? `@Pattern(regexp = ${JSON.stringify(pattern)}) ` : '',
    annotation('Min', minimum),
    annotation('Max', maximum),
  ].join('');
}

function annotation(name: string, value: Json | undefined): string {
  return value === undefined ? '' : `@${name}(${JSON.stringify(value)}) `;
}
