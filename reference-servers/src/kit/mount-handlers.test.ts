import { describe, expect, it } from 'vitest';
import { PLAIN } from '../../testing/plain-handlers.ts';
import { createTechAdapter, type TechAdapterHandlers } from './tech-adapter.ts';

describe('a server that is put together wrongly', () => {
  it('names the mode of a handler that starts no work', () => {
    const mode = { validate: 'sync', provision: 'sync' } as const;
    expect(() => createTechAdapter(PLAIN, { mode })).toThrow(
      /there is no mode of validate; there are provision, unprovision, updateAcl, reverseProvision$/,
    );
  });

  it.each([
    [{ mode: 'fast' }, "mode is sync or async, not 'fast'"],
    [{ mode: { provision: true } }, "mode is sync or async, not 'true' for provision"],
    [{ keepFor: -1 }, 'keepFor is a number of milliseconds from 0 on, not -1'],
    [{ taskTimeout: Number.NaN }, 'taskTimeout is a number of milliseconds from 0 on, not NaN'],
    [{ answerTimeout: '5s' }, "answerTimeout is a number of milliseconds from 0 on, not '5s'"],
    [{ drainTimeout: null }, 'drainTimeout is a number of milliseconds from 0 on, not null'],
  ])('names an option that means nothing: %j', (options, problem) => {
    expect(() => Reflect.apply(createTechAdapter, undefined, [PLAIN, options])).toThrow(
      `cannot serve tech-adapter: ${problem}`,
    );
  });

  it('names what is missing and what nobody knows', () => {
    const { provision: _provision, ...rest } = PLAIN;
    const wrong: TechAdapterHandlers = JSON.parse('{}');
    expect(() => createTechAdapter(Object.assign(wrong, rest, { provison: PLAIN.provision }))).toThrow(
      /^cannot serve tech-adapter: there is no handler provision; provison is no handler; there are asyncValidate, /,
    );
  });
});
