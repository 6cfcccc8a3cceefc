import { lifecycles } from '@tessera/contracts/lifecycles';
import type { LifecycleEntry } from '@tessera/contracts/vocabulary';
import { describe, expect, it } from 'vitest';
import { advance, IllegalMove, isTerminal } from './lifecycle.ts';

const all = Object.values<LifecycleEntry>(lifecycles);

describe.each(all.map((lifecycle) => [lifecycle.name, lifecycle] as const))('%s', (_name, lifecycle) => {
  const { states, transitions } = lifecycle;
  const edges = transitions === 'unspecified' ? [] : transitions;

  it('makes every move of its table', () => {
    for (const { from, to, by } of edges) expect(advance(lifecycle, from, { to, by })).toBe(to);
  });

  it('makes no other move', () => {
    for (const from of states) {
      for (const to of states) {
        for (const by of ['server', 'unknown', ...edges.map((edge) => edge.by)]) {
          if (edges.some((edge) => edge.from === from && edge.to === to && edge.by === by)) continue;
          expect(() => advance(lifecycle, from, { to, by })).toThrow(IllegalMove);
        }
      }
    }
  });

  it('ends where nothing leads away', () => {
    for (const state of states) {
      if (isTerminal(lifecycle, state)) expect(edges.filter(({ from }) => from === state)).toEqual([]);
    }
  });
});

describe('an illegal move', () => {
  it('says which', () => {
    const move = { to: 'RUNNING', by: 'server' } as const;
    expect(() => advance(lifecycles.ProvisioningTaskStatus, 'FAILED', move)).toThrow(
      'ProvisioningTaskStatus does not move from FAILED to RUNNING by server',
    );
  });

  it('is every transition of a lifecycle with unspecified transitions', () => {
    const open: LifecycleEntry = {
      name: 'Open',
      description: '',
      states: ['a', 'b'],
      terminal: [],
      succeeded: [],
      transitions: 'unspecified',
      apis: [],
    };
    expect(() => advance(open, 'a', { to: 'b', by: 'server' })).toThrow(IllegalMove);
  });
});
