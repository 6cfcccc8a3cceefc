import type { Check } from '../../suite/check.ts';
import { operationOf } from '../../suite/contract.ts';
import { type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { isObject, type JsonObject, listOf } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';
import type { Schemas } from '../../suite/schemas.ts';

/** RFC 3339 with an offset: without one, every client reads another time. */
const TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
const FORMS: Readonly<Record<string, RegExp>> = {
  'date-time': TIME,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
};

/** Times, dates and ids of all successful answers have the format of the contract. */
export function formCheck(run: Run): Check {
  const { contract, session } = run;
  const title = 'Times and ids have the format of the contract';
  return run.check('P-03', { of: 'forms', title, phase: 'last' }, (trial) => {
    for (const exchange of session.journal) {
      const schema = schemaOf(run, exchange);
      if (schema === undefined || !succeeded(exchange)) continue;
      const places = formsIn(
        session.schemas,
        session.schemas.named(schema),
        exchange.received?.json?.value,
        '',
      );
      if (places.length > 0) trial.saw(exchange);
      const wrong = places.find(({ format, value }) => FORMS[format]?.test(value) === false);
      if (wrong === undefined) continue;
      const { pointer, format, value } = wrong;
      const where = pointer.replaceAll(/\/\d+/g, '/*');
      trial.wrongValue(
        `${operationOf(contract, exchange.operation).id} ${where} is not a ${format}`,
        `${pointer}: a ${format}`,
        value,
        exchange,
      );
    }
  });
}

function schemaOf({ contract }: Run, exchange: Exchange): string | undefined {
  return operationOf(contract, exchange.operation).responses[String(statusOf(exchange))]?.schema;
}

interface Formed {
  readonly pointer: string;
  readonly format: string;
  readonly value: string;
}

function formsIn(schemas: Schemas, schema: JsonObject, value: unknown, pointer: string): Formed[] {
  const { format } = schema;
  if (typeof value === 'string') return typeof format === 'string' ? [{ pointer, format, value }] : [];
  if (Array.isArray(value)) {
    const items = schemas.resolve(schema['items']);
    return value.flatMap((one: unknown, index) => formsIn(schemas, items, one, `${pointer}/${index}`));
  }
  if (!isObject(value)) return [];
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((key) => listOf(schema[key]));
  const own = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  return [
    ...parts.flatMap((one) => formsIn(schemas, schemas.resolve(one), value, pointer)),
    ...own.flatMap(([key, property]) =>
      formsIn(schemas, schemas.resolve(property), value[key], `${pointer}/${key}`),
    ),
  ];
}
