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
  const sent = { method: 'POST', path: '/v1/provision', headers: {} };
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

function failed(id: string, exchange: Exchange, more: Partial<Requirement> = {}): Outcome {
  const requirement: Requirement = {
    id,
    level: 'MUST',
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

describe('headlines', () => {
  it('make one cause of a server that breaks with the same words, whatever the request was', () => {
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

  it('keep two causes apart whose answers are alike and no faults', () => {
    const [one, two] = [answer(1, 200, '{"status":"DONE"}'), answer(2, 200, '{"status":"DONE"}')] as const;
    const found = findHeadlines([failed('A-1', one), failed('B-1', two)], [one, two]);
    expect(found).toHaveLength(2);
  });

  it('come with what breaks a deployment before what readers cope with', () => {
    const [one, two] = [answer(1, 200, '1'), answer(2, 200, '2')] as const;
    const found = findHeadlines([failed('A-1', one, { severity: 'untidy' }), failed('B-1', two)], [one, two]);
    expect(found.map(({ check, severity }) => [check, severity])).toEqual([
      ['B-1', 'breaks'],
      ['A-1', 'untidy'],
    ]);
  });

  it('name what cannot be read before what follows from it, where the status says success', () => {
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
});
