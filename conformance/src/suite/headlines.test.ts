import { describe, expect, it } from 'vitest';
import type { Exchange } from './exchange.ts';
import { findHeadlines } from './headlines.ts';
import type { Requirement } from './requirement.ts';
import type { Outcome } from './runner.ts';

function answer(id: number, status: number, text: string): Exchange {
  const received = {
    status,
    headers: {},
    text,
    mediaType: 'application/json',
    json: { value: JSON.parse(text) },
  };
  const sent = { method: 'POST', path: '/v1/provision', headers: {}, text: '{}' };
  return {
    id,
    label: `request ${id}`,
    operation: 'provision',
    intent: 'valid',
    sent,
    received,
    at: id,
    took: 1,
    lag: 0,
  };
}

const page = (exchange: Exchange, more: Partial<Exchange> = {}): Exchange => ({
  ...exchange,
  ...more,
  ...(exchange.received === undefined
    ? {}
    : { received: { ...exchange.received, mediaType: 'text/plain', text: 'Internal Server Error' } }),
});

function failed(id: string, exchange: Exchange, more: Partial<Requirement> = {}): Outcome {
  const requirement: Requirement = {
    id,
    level: 'MUST',
    basis: 'required',
    title: `${id} holds`,
    clause: '§1',
    why: 'Because.',
    ...more,
  };
  const finding = { check: id, verdict: 'fail', symptom: id, expected: 'this', actual: 'that' } as const;
  return {
    check: { id, requirement: id, title: requirement.title, phase: 'active', run: () => undefined },
    requirement,
    level: requirement.level,
    verdict: 'fail',
    findings: [{ ...finding, exchanges: [exchange.id] }],
    evidence: [exchange.id],
  };
}

/** Turns a check into one of the last phase. */
const monitor = (outcome: Outcome): Outcome => ({ ...outcome, check: { ...outcome.check, phase: 'last' } });

describe('headlines', () => {
  it('names each operation that is not implemented, and says so', () => {
    const absent = (id: number, operation: string): Exchange => ({
      ...answer(id, 501, '{"detail":"Not Implemented"}'),
      operation,
    });
    const journal = [absent(1, 'provision'), absent(2, 'unprovision'), absent(3, 'provision')];
    const outcomes = [failed('A', absent(1, 'provision')), failed('B', absent(2, 'unprovision'))];
    const found = findHeadlines([...outcomes, failed('C', absent(3, 'provision'))], journal);
    expect(found.map(({ checks }) => checks)).toEqual([['A', 'C'], ['B']]);
    for (const { cause } of found) expect(cause?.fix).toContain('Implement the operation');
  });

  it('reports once that a target returns the same response for all requests', () => {
    const given = [1, 2, 3].map((id) => {
      const one = answer(id, 200, '{"valid":true}');
      return {
        ...one,
        intent: id === 3 ? 'invalid' : 'valid',
        sent: { ...one.sent, text: `${id}` },
      } as const;
    });
    const outcomes = given.map((one) => failed(`CHECK-${one.id}`, one));
    const found = findHeadlines(outcomes, given);
    expect(found.map(({ cause }) => cause?.id)).toEqual(['canned-answers']);
    expect(found[0]?.checks).toHaveLength(3);
  });

  it('group system errors with the same text under one cause', () => {
    const [one, two, other] = [
      answer(1, 500, '{"error":"no connection 17 to the pool"}'),
      answer(2, 500, '{"error":"no connection 23 to the pool"}'),
      answer(3, 500, '{"error":"out of disk"}'),
    ] as const;
    const found = findHeadlines(
      [failed('A-1', one), failed('B-1', two), failed('C-1', other)],
      [one, two, other],
    );
    expect(found.map(({ checks }) => checks)).toEqual([['A-1', 'B-1'], ['C-1']]);
  });

  it('separate two causes with equal responses that are not system errors', () => {
    const [one, two] = [answer(1, 200, '{"status":"DONE"}'), answer(2, 200, '{"status":"DONE"}')] as const;
    const found = findHeadlines([failed('A-1', one), failed('B-1', two)], [one, two]);
    expect(found).toHaveLength(2);
  });

  it('list violations that break a deployment first', () => {
    const [one, two] = [answer(1, 200, '1'), answer(2, 200, '2')] as const;
    const found = findHeadlines([failed('A-1', one, { severity: 'untidy' }), failed('B-1', two)], [one, two]);
    expect(found.map(({ check, severity }) => [check, severity])).toEqual([
      ['B-1', 'breaks'],
      ['A-1', 'untidy'],
    ]);
  });

  it('list an unreadable success response before its consequences', () => {
    const [success, crash] = [answer(1, 200, '{}'), answer(2, 500, '{}')] as const;
    const unreadable = { headline: 'first', isGeneral: true } as const;
    const named = (exchange: Exchange) =>
      findHeadlines(
        [
          failed('A-1', exchange),
          failed('X-1', exchange, unreadable),
          failed('X-2', exchange, { headline: 'last' }),
        ],
        [exchange],
      ).map(({ check }) => check);
    expect(named(success)).toEqual(['X-1']);
    expect(named(crash)).toEqual(['A-1']);
  });

  it('separate failing valid requests, failing invalid ones, and accepted invalid ones', () => {
    const good = page(answer(1, 500, '{}'));
    const bad = page(answer(2, 500, '{}'), { intent: 'invalid' });
    const taken = page(answer(3, 202, '{}'), { intent: 'invalid' });
    const fine = page({ ...answer(4, 202, '{}'), operation: 'validate' });
    const journal = [good, bad, taken, fine];
    const form = journal.map((one) => monitor(failed('X-3', one, { isGeneral: true, headline: 'first' })));
    const found = findHeadlines(
      [failed('A-1', good), failed('B-1', bad), failed('C-1', taken), ...form],
      journal,
    );
    expect(found.map(({ checks, cause }) => [checks, cause?.id])).toEqual([
      [['A-1', 'X-3'], 'good-request-breaks'],
      [['B-1', 'X-3'], 'starlette-fault'],
      [['C-1'], undefined],
      [['X-3'], 'other-media-type'],
    ]);
  });

  it('are one for an accepted invalid request with an invalid response', () => {
    const taken: Exchange = { ...answer(1, 200, '[]'), intent: 'invalid' };
    const found = findHeadlines([failed('A-1', taken), monitor(failed('X-2', taken))], [taken]);
    expect(found.map(({ checks }) => checks)).toEqual([['A-1', 'X-2']]);
  });

  it('distinguish a missing route from a framework rejection', () => {
    const words = '{"detail":"Not Found"}';
    const started = { ...answer(1, 404, words), operation: 'updateacl' };
    const below = {
      ...answer(2, 404, words),
      operation: 'getAccess',
      sent: { method: 'GET', path: '/v1/provision/17/status', headers: {}, token: '17' },
    };
    const elsewhere = {
      ...answer(3, 404, words),
      operation: 'getValidationStatus',
      sent: { method: 'GET', path: '/v2/validate/17/status', headers: {}, token: '17' },
    };
    const found = findHeadlines(
      [failed('A-1', started), failed('B-1', below), failed('C-1', elsewhere)],
      [started, below, elsewhere, answer(4, 202, '"17"')],
    );
    expect(found.map(({ checks, cause }) => [checks, cause?.id])).toEqual([
      [['A-1', 'B-1'], 'missing-route'],
      [['C-1'], 'fastapi-http-exception'],
    ]);
  });

  it('report once that no path responds below the address', () => {
    const lost = [1, 2, 3].map((id) => ({ ...answer(id, 404, '{"errors":["no"]}'), operation: `op-${id}` }));
    const found = findHeadlines(
      lost.map((one) => failed(`CHECK-${one.id}`, one)),
      lost,
    );
    expect(found.map(({ checks }) => checks)).toEqual([['CHECK-1', 'CHECK-2', 'CHECK-3']]);
    expect(found[0]?.cause?.fix).toContain('--url');
  });

  it('separate two locations in a response, and group nested ones', () => {
    const one = answer(1, 200, '{"status":"COMPLETED","info":{"aclInfo":[{}]},"logs":[{}]}');
    const other = answer(2, 200, '{"status":"RUNNING"}');
    const at = (id: string, difference: string): Outcome => {
      const outcome = monitor(failed(id, one));
      return { ...outcome, findings: outcome.findings.map((finding) => ({ ...finding, difference })) };
    };
    const told = (...outcomes: Outcome[]) =>
      findHeadlines(outcomes, [one, other]).map(({ checks }) => checks);
    expect(told(at('A-1', '/info/aclInfo/0/locked'), at('B-1', '/logs/0/level'))).toEqual([['A-1'], ['B-1']]);
    expect(told(at('A-1', '/info'), at('B-1', '/info/aclInfo/0'))).toEqual([['A-1', 'B-1']]);
    expect(told(at('A-1', '/info'), failed('B-1', one))).toEqual([['A-1', 'B-1']]);
  });

  it('report a body without any validation once', () => {
    const without: Exchange = {
      ...answer(1, 202, '"17"'),
      intent: 'invalid',
      sent: { method: 'POST', path: '/v1/provision', headers: {} },
    };
    const wrong: Exchange = { ...answer(2, 202, '"18"'), intent: 'invalid' };
    const good = answer(3, 202, '"19"');
    const told = (journal: readonly Exchange[]) =>
      findHeadlines([failed('A-1', without), failed('B-1', wrong)], journal).map(({ checks, cause }) => [
        checks,
        cause?.id,
      ]);
    expect(told([without, wrong, good])).toEqual([[['A-1', 'B-1'], 'unread-body']]);
    // The fault may be something other than the missing body.
    const free: Exchange = { ...without, id: 4, intent: 'valid' };
    expect(told([without, wrong, good, free])).toEqual([
      [['A-1'], undefined],
      [['B-1'], undefined],
    ]);
  });
});
