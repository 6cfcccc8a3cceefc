import { expect, it } from 'vitest';
import type { Exchange } from './exchange.ts';
import { createOwnership } from './ownership.ts';
import type { Requirement, Share } from './requirement.ts';

const requirement = (id: string, share: Share, change: Partial<Requirement> = {}): Requirement => ({
  id,
  level: 'MUST',
  basis: 'required',
  title: id,
  clause: id,
  why: id,
  owns: [share],
  ...change,
});

const answer = (status: number, operation = 'getStatus'): Exchange => ({
  id: 1,
  label: '',
  operation,
  intent: 'valid',
  sent: { method: 'GET', path: '/', headers: {} },
  received: { status, headers: {}, text: '', mediaType: '' },
  at: 0,
  took: 0,
  lag: 0,
});

const departure = (pointer: string, keyword = 'type') => ({ pointer, keyword, expected: '', actual: '' });

it('assigns a violation to the last of the requirements that own it', () => {
  const owners = createOwnership([
    requirement('X-13', { keywords: ['enum'] }),
    requirement('TA-13', { operations: ['getStatus'], status: '200', at: ['/status'] }),
  ]);
  expect(owners.ofAnswer(answer(200), departure('/status', 'enum'))).toBe('TA-13');
  expect(owners.ofAnswer(answer(200, 'validate'), departure('/status', 'enum'))).toBe('X-13');
  expect(owners.ofAnswer(answer(400), departure('/status', 'enum'))).toBe('X-13');
  expect(owners.ofAnswer(answer(200), departure('/other'))).toBeUndefined();
});

it('assigns nothing to a requirement that cannot fail a run', () => {
  const share = { at: ['/status'] };
  const owners = createOwnership([
    requirement('A', share, { level: 'SHOULD' }),
    requirement('B', share, { chosen: 'a choice' }),
    requirement('C', share, { notTestedReason: 'not testable' }),
  ]);
  expect(owners.ofAnswer(answer(200), departure('/status'))).toBeUndefined();
});

it.each([
  { at: '/logs/*', pointer: '/logs/3', fits: true },
  { at: '/logs/*', pointer: '/logs', fits: false },
  { at: '/logs/*', pointer: '/logs/3/level', fits: false },
  { at: '/logs/*/**', pointer: '/logs/3/level', fits: true },
  { at: '/info/**', pointer: '/info', fits: true },
  { at: '/**/frequency', pointer: '/plan/cron/frequency', fits: true },
  { at: '/**/frequency', pointer: '/frequency', fits: true },
  { at: '', pointer: '', fits: true },
  { at: '', pointer: '/token', fits: false },
])('finds $pointer at $at: $fits', ({ at, pointer, fits }) => {
  const owners = createOwnership([requirement('A', { at: [at] })]);
  expect(owners.ofAnswer(answer(200), departure(pointer))).toBe(fits ? 'A' : undefined);
});

it('separates responses, requests, statuses and tokens', () => {
  const owners = createOwnership([
    requirement('ANSWER', {}),
    requirement('SENT', { of: 'sent' }),
    requirement('STATUS', { of: 'status', status: '5xx' }),
    requirement('TOKEN', { of: 'token', operations: ['unprovision'] }),
  ]);
  expect(owners.ofAnswer(answer(200), departure('/a'))).toBe('ANSWER');
  expect(owners.ofSent(answer(200), departure('/a'))).toBe('SENT');
  expect([owners.ofStatus(answer(501)), owners.ofStatus(answer(400))]).toEqual(['STATUS', undefined]);
  expect([owners.ofToken(answer(202, 'unprovision')), owners.ofToken(answer(202))]).toEqual([
    'TOKEN',
    undefined,
  ]);
});
