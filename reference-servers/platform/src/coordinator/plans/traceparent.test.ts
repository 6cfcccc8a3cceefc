import { describe, expect, it } from 'vitest';
import { childOf, traceOf } from './traceparent.ts';

const KNOWN = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('the trace of a plan', () => {
  it('is that of the request which started it', () => {
    expect(traceOf(KNOWN)).toBe(KNOWN);
  });

  it.each([undefined, '', 'x', '00-00000000000000000000000000000000-00f067aa0ba902b7-01'])(
    'is a new one where the request has none that can be read: %j',
    (header) => {
      expect(traceOf(header)).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
    },
  );

  it('goes to each call with a span of the call', () => {
    const [first, second] = [childOf(KNOWN), childOf(KNOWN)];
    expect(first).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-[\da-f]{16}-01$/);
    expect(first).not.toBe(second);
    expect(first).not.toBe(KNOWN);
  });
});
