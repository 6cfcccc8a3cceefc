import { describe, expect, it } from 'vitest';
import { PLAIN } from '../../testing/plain-handlers.ts';
import { createRemoteEngine } from './remote-engine.ts';
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

  it.each([
    [{ logLevel: 'loud' }, /^logLevel is one of silent, .*, trace, not 'loud'$/],
    [{ requestTimeout: -1 }, 'requestTimeout is a whole number of milliseconds from 0 on, not -1'],
    [{ requestTimeout: '5s' }, "requestTimeout is a whole number of milliseconds from 0 on, not '5s'"],
    [
      { requestTimeout: Infinity },
      'requestTimeout is a whole number of milliseconds from 0 on, not Infinity',
    ],
    [{ faults: { failRate: 5 } }, 'failRate is a number from 0 to 1, not 5'],
    [{ faults: { latencyMs: 5 } }, 'latencyMs is two numbers of milliseconds such as [100, 500], not 5'],
    [
      { faults: { latencyMs: [5, 1] } },
      'latencyMs is two numbers of milliseconds such as [100, 500], not 5,1',
    ],
    [{ faults: { seed: 'x' } }, "seed is a number, not 'x'"],
    [{ faults: { hang: 'validate' } }, "hang is a list of operations, not 'validate'"],
    [
      { faults: { fail: [{ operation: 'validate', status: 99 }] } },
      'validate fails with a status from 400 to 599, not 99',
    ],
  ])('says how a server cannot behave: %j', (options, problem) => {
    expect(() => Reflect.apply(createTechAdapter, undefined, [PLAIN, options])).toThrow(problem);
  });

  it.each([undefined, null])('says which handlers it needs when it is given %s', (given) => {
    expect(() => Reflect.apply(createTechAdapter, undefined, [given])).toThrow(
      'cannot serve tech-adapter: there is no handler validate, provision, ',
    );
    expect(() => Reflect.apply(createRemoteEngine, undefined, [given])).toThrow(
      `cannot serve remote-engine: handlers are an object of functions, not ${given}`,
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
