import { readFileSync } from 'node:fs';
import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import { techAdapter } from '@tessera/contracts/operations/tech-adapter';
import { describe, expect, it } from 'vitest';
import { Adapter, access, fixtureOf, type OperationId, request, tape } from '../../testing/adapter.ts';
import { createManualClock } from '../runtime/clock.ts';
import { DEFAULT_TASK_MS } from './task-time.ts';

describe('validating', () => {
  it('finds nothing against a good descriptor', async () => {
    expect(await new Adapter().call('validate', request())).toEqual({ status: 200, body: { valid: true } });
  });

  it('finds nothing against the one that the manual of the client starts with', async () => {
    const manual = readFileSync(new URL('../../../client-sdk/README.md', import.meta.url), 'utf8');
    const [, descriptor] = /^```yaml\n(.*?)^```/ms.exec(manual) ?? [];
    const adapter = new Adapter();
    const body = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor };
    expect((await adapter.call('validate', body)).body).toEqual({ valid: true });
    expect((await adapter.call('provision', body)).status).toBe(202);
  });

  it('answers 200 with the findings of a bad one', async () => {
    expect(await new Adapter().call('validate', request('component-id-unknown'))).toEqual({
      status: 200,
      body: {
        valid: false,
        error: {
          errors: [
            'component urn:dmb:cmp:logistics:shipment-tracking:1:not-here is not part of the descriptor',
          ],
        },
      },
    });
    const { body } = await new Adapter().call('validate', request('not-yaml'));
    expect(body.error.errors).toEqual([expect.stringMatching(/^descriptor is not valid YAML: /)]);
  });

  it('runs as a task that completes whatever it finds', async () => {
    const adapter = new Adapter();
    const { status, body: token } = await adapter.call('asyncValidate', request('major-disagrees'));
    expect(status).toBe(202);
    expect(await adapter.call('getValidationStatus', token)).toEqual({
      status: 200,
      body: { status: 'RUNNING' },
    });
    await adapter.clock.advance(DEFAULT_TASK_MS);
    const ended = await adapter.call('getValidationStatus', token);
    expect(ended.body).toMatchObject({ status: 'COMPLETED', info: { publicInfo: { valid: false } } });
    expect(await adapter.call('getValidationStatus', token)).toEqual(ended);
  });

  it('does not look at the enriched descriptor', async () => {
    const body = { ...request(), latestEnrichedDescriptor: 'not: [yaml' };
    expect((await new Adapter().call('validate', body)).body).toEqual({ valid: true });
  });

  it('runs without tasks when configured so', async () => {
    const adapter = new Adapter({ without: ['asynchronous-validation'] });
    expect((await adapter.call('asyncValidate', request())).status).toBe(500);
    expect((await adapter.call('getValidationStatus', 'x')).status).toBe(500);
  });
});

describe('a request that cannot be read', () => {
  it('misses the descriptor by its name', async () => {
    const { status, body } = await new Adapter().call('provision', {
      descriptorKind: 'COMPONENT_DESCRIPTOR',
    });
    expect([status, body]).toEqual([400, fixtureOf('provision', '400', 'descriptorRequired')]);
    const empty = await new Adapter().call('provision', { ...request(), descriptor: '' });
    expect(empty.body.errors).toEqual(['descriptor is required']);
  });

  it.each([
    ['provision', { ...request(), descriptor: 5 }, 'descriptor must be string'],
    [
      'provision',
      { ...request(), descriptorKind: 'OTHER' },
      /^descriptorKind must be one of DATAPRODUCT_DESCRIPTOR, /,
    ],
    ['unprovision', { ...request(), removeData: 'yes' }, 'removeData must be boolean'],
    ['updateacl', { refs: [] }, 'provisionInfo is required'],
    ['updateacl', { provisionInfo: access([]).provisionInfo }, 'refs is required'],
    ['updateacl', access(['jane'], '{}'), /^refs.0 must match pattern/],
    ['asyncValidate', { descriptor: 'a: 1' }, 'descriptorKind is required'],
    ['validate', { ...request(), componentIdToProvision: 1 }, 'componentIdToProvision must be string'],
    ['runReverseProvisioning', { environment: 'x' }, 'useCaseTemplateId is required'],
  ] as const)('%s refuses a request whose %# member is wrong', async (operation, body, expected) => {
    const { status, body: said } = await new Adapter().call(operation, body);
    expect([status, said.errors]).toEqual([400, [expect.stringMatching(expected)]]);
  });

  it('says it as the examples of the contract do', async () => {
    const adapter = new Adapter();
    const template = { useCaseTemplateId: 'urn:dmb:utm:warehouse-output-port-template:0.0.0' };
    const { body } = await adapter.call('runReverseProvisioning', template);
    expect(body).toEqual(fixtureOf('runReverseProvisioning', '400', 'environment'));
    expect((await adapter.call('updateacl', access(['jane']))).body).toEqual(
      fixtureOf('updateacl', '400', 'prefix'),
    );
    const unknown = await adapter.call('getValidationStatus', '2f1e0b7c-5f0a-4c55-9d0e-7a4c1f6f2b11');
    expect(unknown.body).toEqual(fixtureOf('getValidationStatus', '400', 'unknownToken'));
  });

  it.each([
    ['validate', { ...request(), componentIdToProvision: null }],
    ['provision', { ...request(), latestEnrichedDescriptor: null, removeData: null }],
    ['unprovision', { ...request(), removeData: null }],
    ['updateacl', { ...access([]), accessControlFields: null }],
  ] as const)(
    'is not one whose optional members are null: %s reads them as absent',
    async (operation, body) => {
      const plain = Object.fromEntries(Object.entries(body).filter(([, member]) => member !== null));
      const expected = (await new Adapter().call(operation, plain)).status;
      expect(expected).toBeLessThan(300);
      expect((await new Adapter().call(operation, body)).status).toBe(expected);
    },
  );

  it('is one whose required member is null', async () => {
    const { status, body } = await new Adapter().call('updateacl', { ...access([]), refs: null });
    expect([status, body.errors]).toEqual([400, ['refs must be array']]);
  });

  it('tolerates members that the contract does not know', async () => {
    expect((await new Adapter().call('validate', { ...request(), extra: 1 })).status).toBe(200);
  });

  it('is refused with all findings when it cannot be provisioned', async () => {
    const { status, body } = await new Adapter().call('provision', request('component-kind-unknown'));
    expect(status).toBe(400);
    expect(body).toMatchObject({
      errors: [expect.stringMatching(/has the kind teapot/)],
      userMessage: 'The descriptor cannot be provisioned.',
      inputErrorField: 'descriptor',
    });
  });

  it('is accepted to remove what is not valid any more', async () => {
    const { status } = await new Adapter().finish('unprovision', request('component-kind-unknown'));
    expect(status).toBe('COMPLETED');
    expect((await new Adapter().call('unprovision', request('component-id-unknown'))).status).toBe(400);
    expect((await new Adapter().call('unprovision', request('not-yaml'))).status).toBe(400);
  });

  it('finds the same against a descriptor whether it validates or provisions it', async () => {
    const adapter = new Adapter();
    for (const [name, { valid, descriptorKind, text }] of Object.entries(descriptors)) {
      if (valid || descriptorKind === 'DATAPRODUCT_DESCRIPTOR_WITH_RESULTS') continue;
      const body = { descriptorKind, descriptor: text };
      const validated = await adapter.call('validate', body);
      const provisioned = await adapter.call('provision', body);
      expect(provisioned.body.errors, name).toEqual(validated.body.error.errors);
    }
  });

  it('is refused for a template that the adapter does not serve', async () => {
    const adapter = new Adapter({ serves: ['urn:dmb:itm:other:0'] });
    const { status, body } = await adapter.call('provision', request());
    expect([status, body.errors]).toEqual([400, ['Tech Adapter is not authorized to deploy the resource']]);
  });
});

describe('a token', () => {
  const polls = ['getValidationStatus', 'getStatus', 'getReverseProvisioningStatus'] as const;

  it.each([...polls, 'terminateProvisioning'] as const)(
    'is missed by %s when it is empty',
    async (operation) => {
      const { status, body } = await new Adapter().call(operation, '');
      expect([status, body.errors, body.inputErrorField]).toEqual([400, ['Token is missing'], 'token']);
    },
  );

  it.each([
    ['getValidationStatus', 'validation operation not found'],
    ['getStatus', 'provisioning operation not found'],
    ['terminateProvisioning', 'provisioning operation not found'],
    ['getReverseProvisioningStatus', 'reverse provisioning operation not found'],
  ] as const)('is unknown to %s when it was never issued', async (operation, expected) => {
    for (const token of ['word', '6e8b70e1-8dba-4621-b4e9-832020ae3d63', ' ', '../x', '__proto__']) {
      const { status, body } = await new Adapter().call(operation, token);
      expect([status, body.errors]).toEqual([400, [expected]]);
    }
  });

  it('is of one kind only', async () => {
    const adapter = new Adapter();
    const reverse = { useCaseTemplateId: 'urn:dmb:utm:a:0.0.0', environment: 'development' };
    const tokens = {
      getValidationStatus: (await adapter.call('asyncValidate', request())).body,
      getStatus: (await adapter.call('unprovision', request())).body,
      getReverseProvisioningStatus: (await adapter.call('runReverseProvisioning', reverse)).body,
    };
    for (const poll of polls) {
      for (const own of polls) {
        expect((await adapter.call(poll, tokens[own])).status).toBe(poll === own ? 200 : 400);
      }
    }
  });

  it('is forgotten some time after its task has ended', async () => {
    const adapter = new Adapter({ keepFor: 1000 });
    const { body: token } = await adapter.call('provision', request());
    await adapter.clock.advance(DEFAULT_TASK_MS + 1000);
    expect((await adapter.call('getStatus', token)).status).toBe(200);
    await adapter.clock.advance(1);
    expect((await adapter.call('getStatus', token)).status).toBe(400);
  });
});

describe('a server whose parts break', () => {
  const broken = () => {
    throw new Error('secret');
  };

  it('answers 500 in the shape of the contract to every operation', async () => {
    const clock = { ...createManualClock(), now: broken };
    const bodies: Partial<Record<OperationId, object>> = {
      asyncValidate: request(),
      provision: request(),
      unprovision: request(),
      updateacl: access([]),
      runReverseProvisioning: { useCaseTemplateId: 'a', environment: 'b' },
    };
    const adapter = new Adapter({ clock });
    for (const operation of Object.values(techAdapter.operations)) {
      if (operation.id === 'validate') continue;
      const { status, body } = await adapter.call(operation.id, bodies[operation.id] ?? 'token');
      expect([operation.id, status, body.error]).toEqual([
        operation.id,
        500,
        'the service could not handle the request',
      ]);
      expect(JSON.stringify(body)).not.toMatch(/secret/);
    }
  });

  it('answers 500 to a validation that cannot be made', async () => {
    const serves = Object.assign(['any'], { includes: broken });
    expect((await new Adapter({ serves }).call('validate', request())).status).toBe(500);
  });

  it('ends a validation task as FAILED', async () => {
    const serves = Object.assign(['any'], { includes: broken });
    const adapter = new Adapter({ serves });
    expect(await adapter.finish('asyncValidate', request())).toEqual({ status: 'FAILED' });
  });
});

describe('every operation with every status that the contract declares', () => {
  it('is answered by the requests of this file', async () => {
    const adapter = new Adapter();
    const sync = new Adapter({ mode: 'sync' });
    const reverse = { useCaseTemplateId: 'urn:dmb:utm:a:0.0.0', environment: 'development' };
    for (const [operation, body] of [
      ['provision', request()],
      ['updateacl', access(['user:a'])],
      ['unprovision', request()],
      ['runReverseProvisioning', reverse],
    ] as const) {
      expect((await adapter.finish(operation, body)).status).toBe('COMPLETED');
      expect((await sync.call(operation, body)).status).toBe(200);
      expect((await adapter.call(operation, {})).status).toBe(400);
    }
    const { body: token } = await adapter.call('provision', request());
    for (const status of [202, 200])
      expect((await adapter.call('terminateProvisioning', token)).status).toBe(status);
    expect(
      (await new Adapter({ without: ['termination'] }).call('terminateProvisioning', token)).status,
    ).toBe(501);
    expect(tape.exchanges.length).toBeGreaterThan(100);
    expect(tape.missing()).toEqual([]);
  });
});
