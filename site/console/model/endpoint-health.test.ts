import { describe, expect, it } from 'vitest';
import type { Exchange } from '../api/own-routes.ts';
import { healthOf } from './endpoint-health.ts';

const call = (url: string, status: number, second: number): Exchange => ({
  startedDateTime: `2026-01-01T00:00:0${second}.000Z`,
  time: 1,
  request: { method: 'GET', url, headers: [] },
  response: { status, statusText: 'refused', headers: [], content: { mimeType: '', text: '' } },
  _plan: '1',
  _task: '1/a',
});

describe('the health of an extension point', () => {
  it('follows from its last answer, in whatever order the exchanges are', () => {
    const calls = [call('http://a/v1/provision', 200, 2), call('http://a/v1/provision', 503, 1)];
    expect(healthOf('http://a', calls)).toMatchObject({ state: 'up', meaning: 'Its last answer was 200.' });
    expect(healthOf('http://a/', calls.toReversed()).state).toBe('up');
  });

  it('is bad when it did not answer, or failed', () => {
    expect(healthOf('http://a', [call('http://a/v1', 0, 1)]).meaning).toBe('It did not answer: refused');
    expect(healthOf('http://a', [call('http://a/v1', 500, 1)]).state).toBe('down');
  });

  it('is good when it refused a request, and unknown when only others were called', () => {
    expect(healthOf('http://a', [call('http://a/v1', 404, 1)]).state).toBe('up');
    expect(healthOf('http://a', [call('http://ab/v1', 500, 1)]).state).toBe('unknown');
  });
});
