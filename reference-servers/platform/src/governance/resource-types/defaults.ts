import { governanceSchemas } from '@tessera/contracts/schemas/governance';
import type {
  ResourceDescriptorConfiguration,
  ResourceResolverConfiguration,
  ResourceType,
} from '@tessera/contracts/types/governance';
import { defaultsOf } from '../../contract-values.ts';

/** A resource type whose defaults from the contract are filled in. */
export interface CompleteResourceType extends ResourceType {
  readonly descriptorConfiguration: Required<ResourceDescriptorConfiguration>;
  readonly resolverConfiguration?: ResourceResolverConfiguration & { readonly path: string };
}

const DESCRIPTOR = readDescriptorDefaults(defaultsOf(governanceSchemas, 'ResourceDescriptorConfiguration'));
const RESOLVER = { path: String(defaultsOf(governanceSchemas, 'ResourceResolverConfiguration')['path']) };

/** A resource type with the contract's defaults for absent members. */
export function withDefaults({ resolverConfiguration, ...type }: ResourceType): CompleteResourceType {
  return {
    ...type,
    descriptorConfiguration: { ...DESCRIPTOR, ...type.descriptorConfiguration },
    ...(resolverConfiguration === undefined
      ? {}
      : { resolverConfiguration: { ...RESOLVER, ...resolverConfiguration } }),
  };
}

function readDescriptorDefaults(
  defaults: Readonly<Record<string, unknown>>,
): Required<ResourceDescriptorConfiguration> {
  const { resourceNameField, resourceDisplayNameFields: fields, resourceFilterField } = defaults;
  return {
    resourceNameField: String(resourceNameField),
    resourceDisplayNameFields: Array.isArray(fields) ? fields.map(String) : [],
    resourceFilterField: String(resourceFilterField),
  };
}
