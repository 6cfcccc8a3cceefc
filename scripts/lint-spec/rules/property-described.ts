import { asObject } from '../../generate/json.ts';
import type { LintRule } from '../rule.ts';

export const propertyDescribed: LintRule = {
  id: 'property-described',
  sentence: 'Every schema and every property says what it means, itself or through the schema it refers to.',
  check(api, report) {
    const isDescribed = (schema: ReturnType<typeof asObject>): boolean => {
      const reference = schema['$ref'];
      const name = typeof reference === 'string' ? reference.split('/').at(-1) : undefined;
      return (
        typeof schema['description'] === 'string' ||
        (name !== undefined && isDescribed(api.schemas[name] ?? {}))
      );
    };
    for (const [name, schema] of Object.entries(api.schemas)) {
      if (!isDescribed(schema)) report(`/components/schemas/${name}`, `${name} has no description`);
      for (const [key, property] of Object.entries(asObject(schema['properties']))) {
        if (!isDescribed(asObject(property))) {
          report(`/components/schemas/${name}/properties/${key}`, `${name}.${key} has no description`);
        }
      }
    }
  },
};
