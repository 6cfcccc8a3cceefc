import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { validatorsOf } from '../src/harness/validators.ts';
import type { StubSource } from '../src/stub/create-stub.ts';

const VERBS = ['DELETE', 'PATCH', 'POST', 'PUT'] as const;

/** Sends the contract's example of a request; parameters without an example get the simplest value. */
export function exampleRequest(source: StubSource, entry: OperationEntry, more: Record<string, string> = {}) {
  const { table } = source.contract;
  const [example] = Object.values(source.fixtures[entry.id]?.request ?? {});
  const values = parameterValues(source, entry);
  const path = entry.path.replaceAll(/\{([^}]*)\}/g, (_, name: string) => encodeURIComponent(values(name)));
  const query = entry.parameters.filter((one) => one.in === 'query' && one.required);
  const headers = entry.parameters.filter((one) => one.in === 'header' && one.required);
  const text = new URLSearchParams(
    query.map(({ name }): [string, string] => [name, values(name)]),
  ).toString();
  return {
    method: VERBS.find((one) => one === entry.method) ?? ('GET' as const),
    url: `${table.prefix}${path}${text === '' ? '' : `?${text}`}`,
    headers: {
      ...Object.fromEntries(headers.map(({ name }) => [name, values(name)])),
      ...(entry.body === undefined ? {} : { 'content-type': entry.body.mediaType }),
      ...more,
    },
    ...(entry.body === undefined || example === undefined ? {} : { payload: JSON.stringify(example.value) }),
  };
}

/** Values that the schema of a parameter accepts, found by trial. */
function parameterValues({ contract }: StubSource, entry: OperationEntry) {
  const validators = validatorsOf(contract.schemas);
  const candidates = ['x', 7, true, '3f1c9a52-7d0e-4b8f-9a61-2c5d8e7f4b10', 'urn:dmb:dp:a:b:1', '1.0.0'];
  const enums = JSON.stringify(contract.schemas.$defs).match(/"enum":\[[^\]]*\]/g) ?? [];
  const listed: unknown[] = enums.flatMap((text): unknown[] => JSON.parse(`{${text}}`).enum);
  return (name: string): string => {
    const place = entry.parameters.find((one) => one.name === name)?.in ?? 'path';
    const key = place === 'header' ? name.toLowerCase() : name;
    const fits = [...candidates, ...listed].find((value) =>
      validators
        .checkRequest(`${entry.id}.${place}`, { [key]: value }, true)
        .every((failure) => !failure.pointer.startsWith(`/${key}`)),
    );
    return String(fits ?? 'x');
  };
}
