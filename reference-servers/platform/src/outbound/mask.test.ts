import { describe, expect, it } from 'vitest';
import { maskBody, maskHeaders, maskUrl } from './mask.ts';

describe('what is kept of a request', () => {
  it.each([
    ['a member', '{"a":{"api_key":"hunter2"}}'],
    ['YAML inside JSON', JSON.stringify({ descriptor: 'specific:\n  password: hunter2 or so\n  table: x' })],
    ['quoted YAML inside JSON', JSON.stringify({ descriptor: 'secretKey: "hunter2 or so"\ntable: x' })],
    ['YAML', 'specific:\n  password: hunter2 or so\n  table: x'],
    ['single quotes', "clientSecret: 'hunter2 or so'\ntable: x"],
    ['a header inside text', 'authorization: Basic hunter2 or so\ntable: x'],
    ['a form', 'user=x&password=hunter2&table=x'],
    ['JSON that was cut', '{"descriptor":"a: b\\npassword: hunter2 or so\\ntable: x", "more'],
    ['quotes in JSON that was cut', '{"descriptor":"password: \\"hunter2 or so\\"\\ntable: x", "more'],
  ])('holds no secret: %s', (_what, text) => {
    const masked = maskBody(text, 1_000);
    expect(masked).not.toMatch(/hunter2|or so/);
    expect(masked).toContain('[masked]');
    if (text.includes('table')) expect(masked).toMatch(/table[:=] ?x/);
  });

  it('is cut to its limit, and what does not fit is not kept', () => {
    expect(maskBody(JSON.stringify({ text: 'x'.repeat(500) }), 100)).toHaveLength(100);
    expect(maskBody('y'.repeat(500), 100)).toHaveLength(100);
  });

  it('stays as it is where nothing is secret', () => {
    const text = '{"descriptor":"name: Shipments\\nowner: user:jane"}';
    expect(maskBody(text, 1_000)).toBe(text);
  });

  it('has no credentials in headers and addresses', () => {
    expect(
      maskHeaders([
        ['authorization', 'Bearer hunter2'],
        ['accept', '*/*'],
      ]),
    ).toEqual({
      authorization: '[masked]',
      accept: '*/*',
    });
    expect(maskUrl('http://jane:hunter2@localhost/x?token=hunter2&a=1')).not.toContain('hunter2');
  });
});
