import { apis } from '@tessera/contracts/apis';
import { VARIABLE } from './config-file.ts';
import { FLAGS, type Flag } from './flags.ts';
import { SAMPLE_ROLES } from './suite/options.ts';

/** JSON Schema of the configuration file: the flags, by name. */
export function configSchema(): object {
  const integrated = apis.filter(({ area }) => area === 'extension-points').map(({ id }) => id);
  const own = FLAGS.filter(({ commandOnly }) => commandOnly !== true);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:tessera:conformance:config',
    title: 'Configuration of tessera-conformance',
    description: `Every key is a flag of the command without its dashes; the command line wins. Paths are relative to the file. \${NAME} in a text is replaced with the environment variable.`,
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      ...Object.fromEntries(own.map((flag) => [flag.name, schemaOf(flag)])),
      contract: { description: 'name of the contract', enum: [...integrated, 'platform'] },
    },
  };
}

function schemaOf({ name, kind, choices, meaning, least = 0, most }: Flag): object {
  const description = meaning.replace('; may be repeated', '');
  switch (kind) {
    case 'text':
    case 'file':
      return { description, type: 'string' };
    case 'number':
      return {
        description,
        oneOf: [
          { type: 'integer', minimum: least, ...(most === undefined ? {} : { maximum: most }) },
          { type: 'string', pattern: VARIABLE.source },
        ],
      };
    case 'switch':
      return { description, type: 'boolean' };
    case 'list': {
      const item = choices === undefined ? { type: 'string' } : { enum: choices };
      return { description, oneOf: [{ type: 'string' }, { type: 'array', items: item }] };
    }
    case 'mapping':
      return { description, type: 'object', additionalProperties: { type: ['string', 'number'] } };
    case 'files': {
      const path = { type: 'string' };
      const one = name === 'sample' ? { oneOf: [path, { type: 'array', items: path }] } : path;
      const names = name === 'sample' ? { propertyNames: { enum: SAMPLE_ROLES } } : {};
      return { description, type: 'object', ...names, additionalProperties: one };
    }
    default:
      return kind satisfies never;
  }
}
