import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedaction, REDACTED } from './redact.ts';

const url = new URL('http://adapter.example.com');
const secret = fc.stringMatching(/^[A-Za-z0-9+/=_.-]{8,40}$/);
const name = fc.constantFrom(
  'authorization',
  'Authorization',
  'cookie',
  'x-api-key',
  'X-Auth-Token',
  'proxy-authorization',
  'client-secret',
);

describe('redaction', () => {
  it('redacts every secret header value', () => {
    fc.assert(
      fc.property(name, secret, fc.string(), fc.string(), (header, value, before, after) => {
        const redaction = createRedaction({ [header]: `Bearer ${value}` }, url);
        expect(redaction.text(`${before}${value}${after}`)).not.toContain(value);
        expect(JSON.stringify(redaction.headers({ [header]: `Bearer ${value}`, echo: value }))).not.toContain(
          value,
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('redacts each of many secrets, even if two overlap', () => {
    const names = Array.from({ length: 100 }, (_, index) => [`x-token-${index}`, `secret-${index}-end`]);
    const own = { ...Object.fromEntries(names), 'x-token-a': 'left-middle', 'x-token-b': 'middle-right' };
    const { text } = createRedaction(own, url);
    expect(text('a secret-7-end, b secret-77-end')).toBe(`a ${REDACTED}, b ${REDACTED}`);
    expect(text('left-middle-right or secret-7')).toBe(`${REDACTED} or secret-7`);
  });

  it('keeps what is not secret', () => {
    const redaction = createRedaction({ accept: 'application/json' }, url);
    expect(redaction.headers({ 'x-tenant': 'logistics', accept: 'application/json' })).toEqual({
      'x-tenant': 'logistics',
      accept: 'application/json',
    });
    const answer = '{"status":"COMPLETED","result":"the token is known: 200","keys":["a"]}';
    expect(redaction.text(answer)).toBe(answer);
  });

  it.each([
    ...['Authorization', 'Authentication', 'X-Auth', 'X-JWT', 'X-Custom-Auth', 'X-Functions-Key', 'Cookie'],
    ...[
      'Ocp-Apim-Subscription-Key',
      'X-Api-Key',
      'X-Access-Key',
      'X-Amz-Signature',
      'X-Session',
      'X-Passphrase',
    ],
    ...['X-Plain', 'X-Tenant', 'Whatever'],
  ])('treats a header of the caller as a secret: %s', (header) => {
    const redaction = createRedaction({ [header]: 'canary-4711' }, url);
    expect(redaction.headers({ [header]: 'canary-4711' })).toEqual({ [header]: REDACTED });
    expect(redaction.text('echo: canary-4711')).toBe(`echo: ${REDACTED}`);
  });

  it.each([
    '{"client_secret":"canary-4711"}',
    '{"token":"canary-4711","a":1}',
    '{"config":{"apiKey" : "canary-4711"}}',
    '{"descriptor":"{\\"password\\":\\"canary-4711\\"}"}',
    'grant_type=client_credentials&client_secret=canary-4711&scope=a',
    'database:\n  password: canary-4711\n',
    'https://adapter.example.com/v1?api_key=canary-4711&x=1',
  ])('redacts fields with secret names: %s', (text) => {
    const { text: redact, path } = createRedaction({}, url);
    expect(redact(text)).not.toContain('canary-4711');
    expect(path(text)).not.toContain('canary-4711');
  });

  it('redacts the password of an address', () => {
    const redaction = createRedaction({}, new URL('http://jane:s3cr3t-word@adapter.example.com'));
    expect(redaction.text('could not reach jane:s3cr3t-word')).toBe(`could not reach jane:${REDACTED}`);
  });
});
