import { exampleFor } from '../shared/example-values.ts';

/** Where values are looked up: the examples of operations about the same resource come first. */
interface Operation {
  readonly tags?: readonly string[];
  readonly parameters?: readonly unknown[];
}

/**
 * The same contract with an example for every path parameter, so that a client can send each request unchanged. The
 * value comes from the contract's examples: a member of that name, or a response that is a plain text, such as a token;
 * otherwise the name itself.
 */
export function prefillPathParameters(contract: unknown): unknown {
  if (!isRecord(contract) || !isRecord(contract['paths'])) return contract;
  const operations = Object.values(contract['paths']).flatMap((item) =>
    isRecord(item) ? Object.values(item).filter(isRecord) : [],
  );
  const resolve = resolverOf(contract);
  const near = (operation: Operation) =>
    operations
      .filter(({ tags }: Operation) => tags?.[0] === operation.tags?.[0])
      .flatMap((one) => examplesIn(one, resolve));
  const all = operations.flatMap((one) => examplesIn(one, resolve));
  const fill = (parameter: unknown, operation: Operation): unknown => {
    const resolved = resolve(parameter);
    if (!isRecord(resolved) || resolved['in'] !== 'path' || 'example' in resolved || 'examples' in resolved)
      return parameter;
    return { ...resolved, example: exampleFor(String(resolved['name']), near(operation), all) };
  };
  const fillOperation = (operation: unknown): unknown =>
    isRecord(operation) && Array.isArray(operation['parameters'])
      ? { ...operation, parameters: operation['parameters'].map((parameter) => fill(parameter, operation)) }
      : operation;
  const paths = Object.entries(contract['paths']).map(([path, item]) => [
    path,
    isRecord(item)
      ? Object.fromEntries(Object.entries(item).map(([key, value]) => [key, fillOperation(value)]))
      : item,
  ]);
  return { ...contract, paths: Object.fromEntries(paths) };
}

function resolverOf(contract: Record<string, unknown>): (value: unknown) => unknown {
  return (value) => {
    if (!isRecord(value) || typeof value['$ref'] !== 'string') return value;
    const steps = value['$ref'].slice(2).split('/');
    return steps.reduce<unknown>((at, step) => (isRecord(at) ? at[step] : undefined), contract);
  };
}

function examplesIn(value: unknown, resolve: (value: unknown) => unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => examplesIn(item, resolve));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    if (key === 'example') return [part];
    if (key === 'examples' && isRecord(part))
      return Object.values(part).flatMap((example) => {
        const resolved = resolve(example);
        return isRecord(resolved) ? [resolved['value']] : [];
      });
    return examplesIn(part, resolve);
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
