import { resolveReference } from './bundle.ts';
import type { Api, Mark } from './model.ts';
import { schemaAt } from './schema-at.ts';

/** Checks a time that is never earlier than another one: both must be members of the schema, and times. */
export function verifyMarks(api: Api, marks: readonly Mark[]): void {
  for (const { schema, member, notBefore, ...mark } of marks) {
    if (mark.api !== api.id || notBefore === undefined) continue;
    const at = `/components/schemas/${schema}`;
    const whole = resolveReference(api.bundle, api.schemas[schema], at).value;
    for (const name of [notBefore, member]) {
      if (schemaAt(api.bundle, whole, `/${name}`)?.['format'] === 'date-time') continue;
      const message = `${member} is said not to come before ${notBefore}, and ${name} is no time of ${schema}`;
      api.bundle.report(`${at}/properties/${member}`, 'not-before', message);
    }
  }
}
