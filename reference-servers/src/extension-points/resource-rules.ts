/** A JSON Schema with the requirements of the rule. */
type JsonSchema = Readonly<Record<string, unknown>>;

/** A policy's requirement on a resource. */
export interface ResourceRule {
  readonly id: string;
  readonly schema: JsonSchema;
  /** The message for a resource that violates the rule; `{name}` is filled in. */
  readonly violation: string;
  readonly suggestion: string;
}

const TEXT: JsonSchema = { type: 'string', pattern: '\\S' };
const FLAG: JsonSchema = { type: 'boolean' };
const LIST: JsonSchema = { type: 'array', minItems: 1 };

function having(members: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', required: Object.keys(members), properties: members };
}

const DATA_PRODUCT_RULES: readonly ResourceRule[] = [
  {
    id: 'description',
    schema: having({ description: TEXT }),
    violation: 'The data product {name} has no description.',
    suggestion: 'Say in the description what the data is and how fresh it is.',
  },
  {
    id: 'owner',
    schema: { anyOf: [having({ dataProductOwner: TEXT }), having({ projectOwner: TEXT })] },
    violation: 'The data product {name} has no owner.',
    suggestion: 'Name the user or group that answers for the data product.',
  },
  {
    id: 'data-contracts',
    schema: {
      properties: {
        components: {
          items: {
            if: having({ kind: { const: 'outputport' } }),
            // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
            then: having({ dataContract: having({ schema: LIST }) }),
          },
        },
      },
    },
    violation: 'An output port of the data product {name} has no schema in its data contract.',
    suggestion: 'List the columns of every output port in its data contract.',
  },
];

const BUCKET_RULES: readonly ResourceRule[] = [
  {
    id: 'encryption',
    schema: having({ encrypted: { const: true } }),
    violation: 'The bucket {name} is not encrypted.',
    suggestion: 'Turn encryption on in the settings of the bucket.',
  },
  {
    id: 'region',
    schema: having({ region: TEXT }),
    violation: 'The bucket {name} does not say in which region it is.',
    suggestion: 'Add the region to the description of the bucket.',
  },
];

/** The requirements of the built-in policies, by type of resource. */
export const RESOURCE_RULES: Readonly<Record<string, readonly ResourceRule[]>> = {
  dataproduct: DATA_PRODUCT_RULES,
  system: DATA_PRODUCT_RULES,
  'storage-bucket': BUCKET_RULES,
};

const SYSTEM_MEMBERS = {
  id: TEXT,
  name: TEXT,
  description: TEXT,
  version: TEXT,
  domain: TEXT,
  environment: TEXT,
  dataProductOwner: TEXT,
  email: TEXT,
  tags: LIST,
  components: LIST,
};

/** What a complete description has, by type of resource. */
export const COMPLETE_RESOURCES: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  dataproduct: SYSTEM_MEMBERS,
  system: SYSTEM_MEMBERS,
  'storage-bucket': { name: TEXT, region: TEXT, encrypted: FLAG, version: TEXT, domain: TEXT },
};
