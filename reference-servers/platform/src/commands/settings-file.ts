import { readFile } from 'node:fs/promises';
import { UsageError } from '@tessera/reference-servers/harness';
import ajv from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parseDocument } from 'yaml';
import type { HookedAction, Settings } from '../settings.ts';

const address = { type: 'string', format: 'uri', pattern: '^https?://' };
const texts = { type: 'array', items: { type: 'string', minLength: 1 } };
const milliseconds = { type: 'integer', minimum: 1 };
const count = { type: 'integer', minimum: 1 };
const expression = { type: 'string', format: 'regex' };

const webhook = {
  type: 'object',
  required: ['url'],
  additionalProperties: false,
  properties: {
    url: address,
    kinds: texts,
    headers: {
      type: 'object',
      propertyNames: { pattern: '^[A-Za-z][A-Za-z0-9-]{0,127}$' },
      additionalProperties: { type: 'string', maxLength: 4096, pattern: '^[^\\r\\n]*$' },
    },
    secret: { type: 'string', pattern: '^(whsec_)?[A-Za-z0-9+/]+={0,2}$' },
  },
};

const resolver = {
  type: 'object',
  required: ['url'],
  additionalProperties: false,
  properties: { url: address, path: { type: 'string', minLength: 1 }, batchSize: count },
};

/** The allowed members of a settings file: those of `Settings`. */
const PROPERTIES = {
  environments: { ...texts, minItems: 1, uniqueItems: true },
  dataCatalog: address,
  marketplace: address,
  hooks: {
    type: 'object',
    additionalProperties: false,
    properties: { AccessControlAction: address } satisfies Record<HookedAction, object>,
  },
  resolvers: { type: 'object', additionalProperties: resolver },
  engines: {
    type: 'object',
    additionalProperties: false,
    properties: { remote: address, governanceAgent: address },
  },
  webhooks: { type: 'array', items: webhook },
  allowedHosts: texts,
  callMs: milliseconds,
  taskMs: milliseconds,
  validateMs: milliseconds,
  pollMs: milliseconds,
  longestPollMs: milliseconds,
  callsPerServer: count,
  tasksPerPlan: count,
  modelMs: milliseconds,
  docs: { type: 'string', minLength: 1 },
  cueBinary: { type: 'string', minLength: 1 },
  cueMs: milliseconds,
  cueMemoryBytes: count,
  infrastructureTemplateId: expression,
  useCaseTemplateId: expression,
} satisfies Record<keyof Settings, object>;

/** Settings in a file: regular expressions are texts. */
type Written = Partial<Omit<Settings, Expression>> & Partial<Record<Expression, string>>;

type Expression = 'infrastructureTemplateId' | 'useCaseTemplateId';

const engine = new ajv.Ajv2020({ allErrors: true });
formats.default(engine);
const validate = engine.compile<Written>({
  type: 'object',
  additionalProperties: false,
  properties: PROPERTIES,
});

/**
 * Reads a file of settings (YAML or JSON).
 * @throws UsageError that names the file, the members that are wrong, and why
 */
export async function readSettingsFile(path: string): Promise<Partial<Settings>> {
  const content = parseDocument(await readText(path), { logLevel: 'silent' });
  const [error] = content.errors;
  if (error !== undefined) throw new UsageError(`${path}: ${error.message}`);
  const written: unknown = content.toJS() ?? {};
  if (!validate(written)) {
    const problems = (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const { additionalProperty } = params;
      const place = instancePath.slice(1).replaceAll('/', '.') || 'the file';
      return `  ${place} ${message}${additionalProperty === undefined ? '' : `: ${additionalProperty}`}`;
    });
    const known = Object.keys(PROPERTIES).join(', ');
    throw new UsageError(`${path} has wrong settings:\n${problems.join('\n')}\n  settings are ${known}`);
  }
  const { infrastructureTemplateId, useCaseTemplateId, ...others } = written;
  return {
    ...others,
    ...(infrastructureTemplateId === undefined
      ? {}
      : { infrastructureTemplateId: new RegExp(infrastructureTemplateId) }),
    ...(useCaseTemplateId === undefined ? {} : { useCaseTemplateId: new RegExp(useCaseTemplateId) }),
  };
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new UsageError(`${path} cannot be read: name a YAML file with --settings`);
  }
}
