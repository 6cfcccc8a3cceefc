import { describe, expect, it } from 'vitest';
import { isFrugal } from './connection.ts';

describe('the connection', () => {
  it.each([
    [undefined, false],
    [{}, false],
    [{ effectiveType: '4g' }, false],
    [{ effectiveType: '2g' }, true],
    [{ effectiveType: 'slow-2g' }, true],
    [{ saveData: true }, true],
  ])('[20] [22] %o is too poor for fetching ahead: %s', (connection, want) => {
    expect(isFrugal(connection)).toBe(want);
  });
});
