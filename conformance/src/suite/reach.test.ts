import { describe, expect, it } from 'vitest';
import { reach } from './reach.ts';

const obstacleOf = (code: string): Promise<string | undefined> =>
  reach(
    Promise.resolve({ failure: 'why', code }),
    new URL('https://a.example.com'),
    new AbortController().signal,
  );

describe('a target that cannot be reached', () => {
  it.each([
    {
      code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      says: 'complete the chain there, or pass the issuer with --ca',
    },
    { code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', says: 'is not trusted: why' },
    { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', says: 'is not trusted: why' },
    { code: 'ERR_TLS_CERT_ALTNAME_INVALID', says: 'is not trusted: why' },
    { code: 'INVALID_CA', says: 'is not trusted: why' },
    { code: 'ECONNREFUSED', says: 'nothing listens at https://a.example.com' },
    { code: 'ECONNRESET', says: 'cannot be reached: why' },
  ])('for $code says so', async ({ code, says }) => {
    expect(await obstacleOf(code)).toContain(says);
  });

  it('through a proxy names the proxy, without its password', async () => {
    const url = new URL('http://a.example.com');
    const answer = Promise.resolve({ failure: 'connect ECONNREFUSED', code: 'ECONNREFUSED' });
    const proxy = new URL('http://u:hush@proxy.example.com:3128');
    expect(await reach(answer, url, new AbortController().signal, proxy)).toBe(
      'http://a.example.com cannot be reached through the proxy http://proxy.example.com:3128: connect ECONNREFUSED',
    );
  });
});
