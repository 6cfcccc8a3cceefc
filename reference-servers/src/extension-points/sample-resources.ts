import { stringify } from 'yaml';

/** A thing outside the platform that a policy can apply to. */
export interface Resource {
  readonly environment: string;
  readonly type: string;
  readonly id: string;
  /** As text, mostly YAML. */
  readonly descriptor: string;
}

/** Number of topics: more than the largest page contains. */
const TOPICS = 60;

/** Numbers with leading zeros, so that ids sort numerically. */
const DIGITS = 2;

const REGION = 'eu-central-1';

/** Made-up resources of three types in two environments. Always the same, in the same order. */
export function sampleResources(): Resource[] {
  return ['development', 'production'].flatMap((environment) =>
    [...buckets(), ...topics(environment), ...views()].map(
      ({ type, ...members }): Resource => ({
        environment,
        type,
        id: members.id,
        descriptor: stringify(members),
      }),
    ),
  );
}

interface Sample {
  readonly type: string;
  readonly id: string;
  readonly [member: string]: unknown;
}

function buckets(): Sample[] {
  const domain = 'logistics';
  const type = 'storage-bucket';
  return [
    {
      type,
      id: 'bucket-shipments-raw',
      name: 'shipments-raw',
      version: '1.0.0',
      domain,
      region: REGION,
      encrypted: true,
    },
    {
      type,
      id: 'bucket-shipments-archive',
      name: 'shipments-archive',
      version: '1.1.0',
      domain,
      region: REGION,
      encrypted: false,
    },
  ];
}

function topics(environment: string): Sample[] {
  const count = environment === 'production' ? 3 : TOPICS;
  return Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(DIGITS, '0');
    return {
      type: 'topic',
      id: `topic-shipment-events-${number}`,
      name: `shipment-events-${number}`,
      version: '1.0.0',
      domain: 'logistics',
      partitions: 1 + (index % 6),
      retentionDays: 7,
    };
  });
}

function views(): Sample[] {
  return ['shipments', 'carriers', 'delays'].map((name) => ({
    type: 'view',
    id: `view-${name}`,
    name,
    version: '1.2.0',
    domain: 'logistics',
    columns: ['id', 'state', 'updated_on'],
  }));
}
