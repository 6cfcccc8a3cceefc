import { describe, expect, it } from 'vitest';
import type { Exchange } from '../api/own-routes.ts';
import { asCurl } from './curl.ts';

const exchange = (request: Partial<Exchange['request']>): Exchange => ({
  startedDateTime: '2026-01-01T00:00:00Z',
  time: 1,
  request: { method: 'POST', url: 'http://localhost/v1/provision', headers: [], ...request },
  response: { status: 202, statusText: '', headers: [], content: { mimeType: '', text: '' } },
  _plan: '1',
  _task: '1/end',
});

describe('an exchange as a curl command', () => {
  it('has the method, the address, the headers and the body', () => {
    const headers = [
      { name: 'content-type', value: 'application/json' },
      { name: 'content-length', value: '12' },
    ];
    const postData = { mimeType: 'application/json', text: '{"a":1}' };
    expect(asCurl(exchange({ headers, postData }))).toBe(
      [
        "curl -X POST 'http://localhost/v1/provision'",
        "  -H 'content-type: application/json'",
        `  --data-raw '{"a":1}'`,
      ].join(' \\\n'),
    );
  });

  it('keeps quotes of the body from ending the text', () => {
    const postData = { mimeType: 'text/plain', text: "it's" };
    expect(asCurl(exchange({ postData }))).toContain(`--data-raw 'it'\\''s'`);
  });
});
