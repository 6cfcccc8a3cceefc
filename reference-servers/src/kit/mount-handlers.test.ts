import { describe, expect, it, onTestFinished } from 'vitest';
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

  it.each([undefined, null])('asks for handlers when it is given %s', (given) => {
    for (const [create, id] of [
      [createTechAdapter, 'tech-adapter'],
      [createRemoteEngine, 'remote-engine'],
    ] as const)
      expect(() => Reflect.apply(create, undefined, [given])).toThrow(
        `cannot serve ${id}: handlers are an object of functions, not ${given}`,
      );
  });

  it('takes an object of a class, whose functions stand on its prototype and use what is private', async () => {
    class Adapter {
      readonly name = 'mine';
      readonly #verdict = { valid: true };
      validate() {
        return this.#verdict;
      }
      provision() {
        return { info: { publicInfo: this.#verdict, privateInfo: {} } };
      }
      unprovision = PLAIN.unprovision;
      updateAcl = PLAIN.updateAcl;
      reverseProvision = PLAIN.reverseProvision;
    }
    const app = createTechAdapter(new Adapter(), { mode: 'sync' });
    onTestFinished(() => app.close());
    const payload = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'a: 1' };
    const post = async (path: string) => app.inject({ method: 'POST', url: `/tech-adapter${path}`, payload });
    expect((await post('/v1/validate')).json()).toEqual({ valid: true });
    expect((await post('/v1/provision')).json()).toMatchObject({ info: { publicInfo: { valid: true } } });
    const token = (await post('/v2/validate')).json();
    const status = async () => (await app.inject(`/tech-adapter/v2/validate/${token}/status`)).json();
    await expect.poll(status).toMatchObject({ info: { publicInfo: { valid: true } } });
  });

  it('lists missing and unknown operations', () => {
    const { provision: _provision, ...rest } = PLAIN;
    const wrong: TechAdapterHandlers = JSON.parse('{}');
    expect(() => createTechAdapter(Object.assign(wrong, rest, { provison: PLAIN.provision }))).toThrow(
      /^cannot serve tech-adapter: there is no handler provision; provison is no handler; there are asyncValidate, /,
    );
  });
});
