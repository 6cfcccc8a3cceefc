import { InvalidInputError } from '@tessera/client';
import { checkCron, nextRun } from '@tessera/client/cron';
import { readDescriptor as readAsClient } from '@tessera/client/descriptor';
import { parseDuration } from '@tessera/client/duration';
import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import { readDescriptor as readInKit } from '@tessera/reference-servers/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RUNS_ALL } from '../../../../scripts/test-cases.js';
import { readUnit } from '../../src/descriptor/read-unit.ts';
import { storableText } from '../../src/text/storable.ts';
import { anyText } from './mutate.ts';

/** Texts for each parser; many more with TESTS=all, as in the nightly run. */
const RUNS = { numRuns: RUNS_ALL ? 20_000 : 200, seed: 1 };

/** A valid text with a few parts replaced, or any text. */
function nearly(...samples: readonly string[]): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.nat(),
    length: fc.nat(8),
    text: anyText(4),
  });
  const changed = fc
    .tuple(fc.constantFrom(...samples), fc.array(change, { maxLength: 4 }))
    .map(([sample, changes]) =>
      changes.reduce((text, { at, length, text: put }) => {
        const start = at % (text.length + 1);
        return text.slice(0, start) + put + text.slice(start + length);
      }, sample),
    );
  return fc.oneof({ weight: 3, arbitrary: changed }, anyText());
}

/** Whether a parser accepts or rejects a text: every other error fails the test. */
function accepts(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch (cause) {
    if (!(cause instanceof InvalidInputError)) throw cause;
    expect(cause.message).not.toBe('');
    return false;
  }
}

const DESCRIPTOR = nearly(
  ...Object.values(descriptors).map(({ text }) => text),
  'a: &a [*a]',
  '{"id": "urn:dmb:dp:a:b:1"',
);

describe('for any text', () => {
  it('the client accepts a descriptor or rejects it with InvalidInputError', () => {
    fc.assert(
      fc.property(DESCRIPTOR, (text) => void accepts(() => readAsClient(text))),
      RUNS,
    );
  });

  it('the kit reads a descriptor or has findings', () => {
    const kinds = fc.constantFrom('COMPONENT_DESCRIPTOR' as const, 'DATAPRODUCT_DESCRIPTOR' as const);
    fc.assert(
      fc.property(DESCRIPTOR, kinds, (descriptor, descriptorKind) => {
        const { found, findings } = readInKit({ descriptor, descriptorKind });
        expect(found === undefined).toBe(findings !== undefined);
      }),
      RUNS,
    );
  });

  it('the platform reads a descriptor or says what is wrong', () => {
    fc.assert(
      fc.property(DESCRIPTOR, (text) => {
        const { unit, problem } = readUnit(text);
        expect(unit === undefined).toBe(problem !== undefined);
      }),
      RUNS,
    );
  });

  it('a cron expression is rejected with InvalidInputError, or has a next time that is later', () => {
    const text = nearly('0 0 12 * * ?', '*/10 0-30,45 8 1 1,6 1-5', '0 0 0 29 2 *');
    const dates = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(text, dates, (expression, after) => {
        if (!accepts(() => checkCron(expression))) return;
        const next = nextRun(expression, after);
        expect(next === undefined || next > after).toBe(true);
      }),
      RUNS,
    );
  });

  it('a duration is accepted or rejected with InvalidInputError', () => {
    fc.assert(
      fc.property(nearly('PT30M', 'P1Y2M3DT4H5M6.7S'), (text) => void accepts(() => parseDuration(text))),
      RUNS,
    );
  });

  it('a text that is made storable has no character that the database rejects, and stays as it is', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const stored = storableText(text);
        expect(stored).not.toContain('\u0000');
        expect(storableText(stored)).toBe(stored);
      }),
      RUNS,
    );
  });
});
