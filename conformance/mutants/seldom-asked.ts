import { type Mutant, mutant } from './mutant.ts';
import type { Habits } from './server.ts';
import { isBody } from './server.ts';
import { breakDown } from './tech-adapter.ts';

const WITH_RESULTS = 'DATAPRODUCT_DESCRIPTOR_WITH_RESULTS';

/** Mutants that fail on a rare value in a single operation. */
export const seldomAskedMutants: readonly Mutant[] = [
  mutant('TA-09', 'accepts a descriptorKind in lower case on unprovision only', () =>
    reading('unprovision', (kind) => kind.toUpperCase()),
  ),
  mutant('TA-09', 'accepts a descriptorKind with a trailing blank on provision only', () =>
    reading('provision', (kind) => kind.trim()),
  ),
  mutant('TA-41', 'crashes on the asynchronous validation of a system with results', () =>
    breakingOnResults('asyncValidate'),
  ),
  mutant('TA-41', 'crashes on the synchronous validation of a system with results', () =>
    breakingOnResults('validate'),
  ),
  mutant('TA-18', 'crashes when the enriched descriptor of a provision is JSON', () => ({
    answer: (reply, { operation, input }) =>
      operation === 'provision' &&
      isBody(input) &&
      String(input['latestEnrichedDescriptor']).startsWith('{') &&
      reply.status < 300
        ? breakDown('no such line')
        : reply,
  })),
  mutant('TA-06', 'reports every component that it has validated synchronously before as valid', () =>
    keepingWhatItHasSeen(),
  ),
];

/** Normalizes the kind before it validates it. */
function reading(only: string, read: (kind: string) => string): Partial<Habits> {
  return {
    refuse({ operation, input }, found) {
      const kind = isBody(input) ? String(input['descriptorKind']) : '';
      const isKnown = /^(DATAPRODUCT|COMPONENT)_DESCRIPTOR(_WITH_RESULTS)?$/.test(read(kind));
      return operation === only && isKnown ? found.filter(({ field }) => field !== 'descriptorKind') : found;
    },
  };
}

function breakingOnResults(only: string): Partial<Habits> {
  return {
    answer: (reply, { operation, input }) =>
      operation === only && isBody(input) && input['descriptorKind'] === WITH_RESULTS && reply.status < 300
        ? breakDown('no such key: info')
        : reply,
  };
}

function keepingWhatItHasSeen(): Partial<Habits> {
  const seen = new Set<unknown>();
  return {
    finish(end, { operation, input }) {
      const { descriptor } = input;
      if (operation !== 'validate') return end;
      return seen.size === seen.add(descriptor).size ? { valid: true } : end;
    },
  };
}
