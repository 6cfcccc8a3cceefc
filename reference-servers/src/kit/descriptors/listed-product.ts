import { Problem } from '../../harness/problem.ts';
import { readSystem, textIn } from './data-product.ts';

/** A data product with the members that a marketplace needs. */
export interface ListedProduct {
  readonly id: string;
  readonly name: string;
  readonly environment: string;
  /** All members of its descriptor, unchanged. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const NEEDED = ['id', 'name', 'environment'] as const;

/**
 * Reads the descriptor of a data product; without a readable one, nothing can be published.
 * @throws Problem PLAIN_DESCRIPTOR_UNREADABLE
 */
export function readListedProduct(descriptor: string): ListedProduct {
  const fields = readFields(descriptor);
  const [first, ...also] = NEEDED.filter((name) => textIn(fields, name) === '').map((name) =>
    unreadable(`the data product has no ${name}`),
  );
  if (first !== undefined) throw first.with({ also });
  return {
    id: textIn(fields, 'id'),
    name: textIn(fields, 'name'),
    environment: textIn(fields, 'environment'),
    fields,
  };
}

function readFields(descriptor: string): ListedProduct['fields'] {
  try {
    return readSystem(descriptor, 'descriptor');
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    throw unreadable(thrown.values['problem'] ?? `it is ${thrown.values['actual']}`);
  }
}

function unreadable(problem: string): Problem<'PLAIN_DESCRIPTOR_UNREADABLE'> {
  return new Problem('PLAIN_DESCRIPTOR_UNREADABLE', { problem });
}
