import { type DescriptorName, descriptors } from '@tessera/contracts/fixtures/descriptors';
import { techAdapterFixtures } from '@tessera/contracts/fixtures/tech-adapter';
import { techAdapter } from '@tessera/contracts/operations/tech-adapter';
import { techAdapterSchemas } from '@tessera/contracts/schemas/tech-adapter';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createTape } from '../../testing/tape.ts';
import { readContract } from '../harness/contract.ts';
import { isRecord } from '../harness/json-schema.ts';
import { createManualClock, type ManualClock } from '../runtime/clock.ts';
import { createTechAdapterServer, DEFAULT_TASK_MS, type TechAdapterOptions } from './tech-adapter.ts';
import { createTechnology } from './technology.ts';

type OperationId = keyof typeof techAdapter.operations;

const contract = readContract(techAdapter, techAdapterSchemas);
const OPERATIONS = Object.values(techAdapter.operations).map(({ id }) => id);
const tape = createTape(contract);
const servers: FastifyInstance[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

class Adapter {
  readonly clock: ManualClock = createManualClock();
  readonly app: FastifyInstance;

  constructor(options: TechAdapterOptions = {}) {
    this.app = createTechAdapterServer({ clock: this.clock, ...options });
    tape.record(this.app);
    servers.push(this.app);
  }

  /** Calls an operation by its name; `given` is its token or its body. */
  async call(operation: OperationId, given?: string | object) {
    const { method, path } = techAdapter.operations[operation];
    const url =
      techAdapter.prefix +
      path.replace('{token}', typeof given === 'string' ? encodeURIComponent(given) : '');
    const payload = typeof given === 'object' ? { payload: given } : {};
    const answer = await this.app.inject({ method, url, ...payload });
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
  }

  /** Starts a task, lets it end, and answers with its last state. */
  async finish(operation: OperationId, body: object) {
    const { status, body: token } = await this.call(operation, body);
    expect(status, JSON.stringify(token)).toBe(202);
    await this.clock.advance(DEFAULT_TASK_MS * 2);
    const poll = contract.table.operations[operation]?.longRunning?.poll.operation;
    return (await this.call(OPERATIONS.find((id) => id === poll) ?? operation, token)).body;
  }
}

function request(name: DescriptorName = 'shipments-view') {
  const { text, descriptorKind } = descriptors[name];
  return { descriptorKind, descriptor: text };
}

function access(refs: readonly string[], json = descriptors['shipments-view'].json) {
  return { refs, provisionInfo: { request: json, result: 'done' } };
}

const messagesOf = ({ logs }: { logs: { message: string }[] }) => logs.map(({ message }) => message);

describe('validating', () => {
  it('finds nothing against a good descriptor', async () => {
    expect(await new Adapter().call('validate', request())).toEqual({ status: 200, body: { valid: true } });
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

  it('does without tasks when it is told to', async () => {
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

  it('tolerates members that the contract does not know', async () => {
    expect((await new Adapter().call('validate', { ...request(), extra: 1 })).status).toBe(200);
  });

  it('is refused with all findings when it cannot be provisioned', async () => {
    for (const operation of ['provision', 'unprovision'] as const) {
      const { status, body } = await new Adapter().call(operation, request('component-kind-unknown'));
      expect(status).toBe(400);
      expect(body).toMatchObject({
        errors: [expect.stringMatching(/has the kind teapot/)],
        userMessage: 'The descriptor cannot be provisioned.',
        inputErrorField: 'descriptor',
      });
    }
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

function fixtureOf(operation: OperationId, status: string, name: string) {
  return techAdapterFixtures[operation]?.responses[status]?.[name]?.value;
}

describe('provisioning', () => {
  it('runs, then completes with what there is to know', async () => {
    const adapter = new Adapter();
    const { status, body: token } = await adapter.call('provision', { ...request(), removeData: false });
    expect([status, typeof token]).toEqual([202, 'string']);
    expect((await adapter.call('getStatus', token)).body).toMatchObject({ status: 'RUNNING', result: '' });
    await adapter.clock.advance(DEFAULT_TASK_MS);
    const { body } = await adapter.call('getStatus', token);
    expect(body).toMatchObject({
      status: 'COMPLETED',
      result: 'one component provisioned.',
      info: {
        publicInfo: {
          location: { type: 'string', label: 'View', value: 'LOGISTICS.SHIPMENT_TRACKING_1.SHIPMENTS_VIEW' },
          console: { type: 'string', href: expect.stringMatching(/^https:/) },
        },
        privateInfo: { outputs: { location: { value: 'LOGISTICS.SHIPMENT_TRACKING_1.SHIPMENTS_VIEW' } } },
        aclInfo: [{ identity: 'user:jane.doe_example.com', locked: true }],
      },
    });
    const times = body.logs.map(({ timestamp }: { timestamp: string }) => timestamp);
    expect(times).toEqual(times.toSorted());
    expect(new Set(body.logs.map(({ phase }: { phase: string }) => phase))).toEqual(
      new Set(['Preparing', 'Applying', 'Granting']),
    );
  });

  it('shows its log while it works, and is not driven by being asked', async () => {
    const adapter = new Adapter();
    const { body: token } = await adapter.call('provision', request());
    for (let asked = 0; asked < 5; asked += 1) await adapter.call('getStatus', token);
    expect(messagesOf((await adapter.call('getStatus', token)).body)).toHaveLength(1);
    await adapter.clock.advance(DEFAULT_TASK_MS / 2);
    const { body } = await adapter.call('getStatus', token);
    expect([body.status, messagesOf(body)]).toEqual([
      'RUNNING',
      [
        'Preparing one component of urn:dmb:dp:logistics:shipment-tracking:1',
        'Creating view LOGISTICS.SHIPMENT_TRACKING_1.SHIPMENTS_VIEW',
        'view LOGISTICS.SHIPMENT_TRACKING_1.SHIPMENTS_VIEW has been created',
      ],
    ]);
  });

  it('ends in the same state however often it is repeated', async () => {
    const adapter = new Adapter();
    const first = await adapter.finish('provision', request());
    for (let again = 0; again < 2; again += 1) {
      const { status, info, logs } = await adapter.finish('provision', request());
      expect([status, info]).toEqual(['COMPLETED', first.info]);
      expect(messagesOf({ logs }).join()).toMatch(/nothing changed/);
    }
  });

  it('brings what exists to what a changed descriptor says', async () => {
    const adapter = new Adapter();
    await adapter.finish('provision', request());
    const renamed = {
      ...request(),
      descriptor: request().descriptor.replaceAll('SHIPMENTS_VIEW', 'SHIPMENTS_V2'),
    };
    const { info, logs } = await adapter.finish('provision', renamed);
    expect(info.publicInfo.location.value).toBe('LOGISTICS.SHIPMENT_TRACKING_1.SHIPMENTS_V2');
    expect(messagesOf({ logs }).join()).toMatch(/has been brought to what the descriptor says/);
  });

  it('provisions every component of a data product', async () => {
    const { info, result } = await new Adapter().finish('provision', request('shipment-tracking'));
    expect(result).toBe('3 components provisioned.');
    expect(Object.keys(info.privateInfo.outputs)).toEqual([
      'location_warehouse-tables',
      'location_daily-load',
      'location_shipments-view',
    ]);
    expect((await new Adapter().finish('provision', request('no-components'))).status).toBe('COMPLETED');
  });

  it('takes the latest enriched descriptor, readable or not', async () => {
    const enriched = { ...request(), latestEnrichedDescriptor: descriptors['enriched-failed'].text };
    const known = await new Adapter().finish('provision', enriched);
    expect(messagesOf(known)).toContain('The latest operation was Deploy, which is Failed');
    for (const text of ['a: 1', '{broken']) {
      const { status } = await new Adapter().finish('unprovision', {
        ...request(),
        latestEnrichedDescriptor: text,
      });
      expect(status).toBe('COMPLETED');
      const again = await new Adapter().finish('provision', { ...request(), latestEnrichedDescriptor: text });
      expect(messagesOf(again).join()).toMatch(/enriched descriptor/);
    }
  });

  it('fails with an error in its log when the technology refuses', async () => {
    const specific = 'specific:\n        simulatedFailure: The table SHIPMENTS does not exist.';
    const at = request().descriptor.lastIndexOf('specific:');
    const descriptor =
      request().descriptor.slice(0, at) + request().descriptor.slice(at).replace('specific:', specific);
    const { status, result, logs, info } = await new Adapter().finish('provision', {
      ...request(),
      descriptor,
    });
    expect([status, result, info]).toEqual(['FAILED', 'The table SHIPMENTS does not exist.', undefined]);
    expect(logs.at(-1)).toMatchObject({ level: 'ERROR', message: 'The table SHIPMENTS does not exist.' });
  });

  it('fails without telling secrets when the technology breaks', async () => {
    const technology = createTechnology();
    technology.apply = () => {
      throw new Error('secret');
    };
    const ended = await new Adapter({ technology }).finish('provision', request());
    expect(ended.status).toBe('FAILED');
    expect(JSON.stringify(ended)).not.toMatch(/secret/);
  });

  it('answers at once when it works synchronously', async () => {
    const adapter = new Adapter({ mode: 'sync' });
    for (const operation of ['provision', 'unprovision'] as const) {
      expect(await adapter.call(operation, request())).toMatchObject({
        status: 200,
        body: { status: 'COMPLETED' },
      });
    }
    expect((await adapter.call('updateacl', access(['user:a']))).body.status).toBe('COMPLETED');
    const reverse = { useCaseTemplateId: 'urn:dmb:utm:a:0.0.0', environment: 'development' };
    expect(await adapter.call('runReverseProvisioning', reverse)).toMatchObject({
      status: 200,
      body: { status: 'COMPLETED', updates: {} },
    });
  });

  it('keeps concurrent tasks apart', async () => {
    const adapter = new Adapter();
    const names = ['shipments-view', 'warehouse-tables', 'daily-load'] as const;
    const started = await Promise.all(names.map((name) => adapter.call('provision', request(name))));
    await adapter.clock.advance(DEFAULT_TASK_MS);
    const ended = await Promise.all(started.map(({ body }) => adapter.call('getStatus', body)));
    expect(ended.map(({ body }) => body.info.publicInfo.location.label)).toEqual(['View', 'Storage', 'Job']);
  });
});

describe('unprovisioning', () => {
  it('keeps the data unless it is told to delete it', async () => {
    const adapter = new Adapter();
    for (const [removeData, found] of [
      [undefined, true],
      [false, true],
      [true, false],
    ]) {
      await adapter.finish('provision', request());
      const ended = await adapter.finish('unprovision', { ...request(), removeData });
      expect([ended.status, ended.info.privateInfo.data]).toEqual(['COMPLETED', found ? 'kept' : 'deleted']);
      const again = await adapter.finish('provision', request());
      expect(messagesOf(again).some((message) => message.startsWith('Found the data'))).toBe(found);
    }
  });

  it('does not mind that nothing was provisioned', async () => {
    const { status, logs } = await new Adapter().finish('unprovision', request());
    expect(status).toBe('COMPLETED');
    expect(messagesOf({ logs }).join()).toMatch(/does not exist; nothing to remove/);
  });
});

describe('setting access', () => {
  const grants = ({ info }: { info: { aclInfo: { identity: string; locked: boolean }[] } }) =>
    info.aclInfo.filter(({ locked }) => !locked).map(({ identity }) => identity);

  it('replaces the whole list, and leaves the owner alone', async () => {
    const adapter = new Adapter();
    await adapter.finish('provision', request());
    const first = await adapter.finish('updateacl', access(['user:a', 'group:b']));
    expect(first.info.aclInfo).toEqual([
      { identity: 'user:jane.doe_example.com', locked: true },
      { identity: 'user:a', locked: false },
      { identity: 'group:b', locked: false },
    ]);
    const second = await adapter.finish('updateacl', access(['group:b', 'user:c']));
    expect(grants(second)).toEqual(['group:b', 'user:c']);
    expect(messagesOf(second)).toEqual(
      expect.arrayContaining(['user:c has access', 'user:a no longer has access']),
    );
    expect(grants(await adapter.finish('updateacl', access([])))).toEqual([]);
  });

  it('changes nothing when the same list is sent again', async () => {
    const adapter = new Adapter();
    await adapter.finish('provision', request());
    const once = await adapter.finish('updateacl', access(['user:a', 'user:a']));
    const twice = await adapter.finish('updateacl', access(['user:a']));
    expect(twice.info).toEqual(once.info);
    expect(messagesOf(twice)).toContain('Everybody on the list has access already');
  });

  it('remembers a list for what is not provisioned yet', async () => {
    const adapter = new Adapter();
    const early = await adapter.finish('updateacl', {
      ...access(['user:a']),
      accessControlFields: { why: 'x' },
    });
    expect([early.status, messagesOf(early).join()]).toEqual([
      'COMPLETED',
      expect.stringMatching(/does not exist yet/),
    ]);
    expect(grants(await adapter.finish('provision', request()))).toEqual(['user:a']);
  });

  it.each([
    ['not json', /^descriptor is not valid YAML: /],
    ['"text"', 'descriptor must be a YAML mapping, not a text'],
    ['{"dataProduct":{}}', 'componentIdToProvision is required in a component descriptor'],
    [descriptors['component-id-unknown'].json, /not-here is not part of the descriptor$/],
  ])('refuses what was provisioned when it is %s', async (json, expected) => {
    const { status, body } = await new Adapter().call('updateacl', access(['user:a'], json));
    expect([status, body.errors]).toEqual([400, [expect.stringMatching(expected)]]);
    expect(body.inputErrorField).toBe('provisionInfo.request');
  });
});

describe('stopping a task', () => {
  it('is accepted once, then tells how far it got, and undoes what was done', async () => {
    const adapter = new Adapter();
    const { body: token } = await adapter.call('provision', request());
    await adapter.clock.advance(DEFAULT_TASK_MS / 2);
    expect(await adapter.call('terminateProvisioning', token)).toEqual({ status: 202, body: undefined });
    expect((await adapter.call('getStatus', token)).body.status).toBe('TERMINATING');
    expect(await adapter.call('terminateProvisioning', token)).toMatchObject({
      status: 200,
      body: { status: 'TERMINATING' },
    });
    await adapter.clock.advance(DEFAULT_TASK_MS);
    const { body } = await adapter.call('getStatus', token);
    expect([body.status, body.result, messagesOf(body).slice(-3)]).toEqual([
      'TERMINATED',
      'The task was stopped on request.',
      [
        'Asked to stop',
        'Removed view LOGISTICS.SHIPMENT_TRACKING_1.SHIPMENTS_VIEW again',
        'The task was stopped on request',
      ],
    ]);
    expect((await adapter.call('terminateProvisioning', token)).body.status).toBe('TERMINATED');
    expect(messagesOf(await adapter.finish('unprovision', request())).join()).toMatch(/does not exist/);
  });

  it('undoes a removal and a change of access', async () => {
    const adapter = new Adapter();
    await adapter.finish('provision', request());
    for (const [operation, body] of [
      ['unprovision', request()],
      ['updateacl', access(['user:a'])],
    ] as const) {
      const { body: token } = await adapter.call(operation, body);
      await adapter.clock.advance(DEFAULT_TASK_MS / 2);
      await adapter.call('terminateProvisioning', token);
      await adapter.clock.advance(DEFAULT_TASK_MS);
      expect((await adapter.call('getStatus', token)).body.status).toBe('TERMINATED');
    }
    const { info, logs } = await adapter.finish('provision', request());
    expect(info.aclInfo).toHaveLength(1);
    expect(messagesOf({ logs }).join()).toMatch(/nothing changed/);
  });

  it('leaves a finished task as it is', async () => {
    const adapter = new Adapter();
    const { body: token } = await adapter.call('provision', request());
    await adapter.clock.advance(DEFAULT_TASK_MS);
    const ended = await adapter.call('getStatus', token);
    expect(await adapter.call('terminateProvisioning', token)).toEqual(ended);
    expect(await adapter.call('getStatus', token)).toEqual(ended);
  });

  it('is refused with 501, and never anything else, when the adapter cannot stop', async () => {
    const adapter = new Adapter({ without: ['termination'] });
    const { body: token } = await adapter.call('provision', request());
    for (const given of [token, 'unknown']) {
      const { status, body } = await adapter.call('terminateProvisioning', given);
      expect([status, body]).toEqual([501, fixtureOf('terminateProvisioning', '501', 'unsupported')]);
    }
    expect((await adapter.call('getStatus', token)).body.status).toBe('RUNNING');
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
  ] as const)('is unknown to %s when nobody gave it out', async (operation, expected) => {
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

describe('reverse provisioning', () => {
  const fixture = techAdapterFixtures['runReverseProvisioning']?.request['importSchema']?.value;
  const importSchema = isRecord(fixture) ? fixture : {};

  it('answers with what differs between the technology and the entity', async () => {
    const adapter = new Adapter();
    await adapter.finish('provision', request());
    const { status, updates, logs } = await adapter.finish('runReverseProvisioning', importSchema);
    expect(status).toBe('COMPLETED');
    expect(updates).toMatchObject({
      'spec.mesh.specific.tableName': 'SHIPMENTS',
      'spec.mesh.dataContract.schema': [{ name: 'shipment_id' }, { name: 'state' }, { name: 'delivered_on' }],
    });
    expect(messagesOf({ logs })).toContain('Read 3 columns of LOGISTICS.SHIPMENT_TRACKING_1.SHIPMENTS_VIEW');
  });

  it('finds the component by the name of its entity, and tells only what differs', async () => {
    const adapter = new Adapter();
    await adapter.finish('provision', request());
    const specific = {
      database: 'LOGISTICS',
      schema: 'SHIPMENT_TRACKING_1',
      tableName: 'OTHER',
      viewName: 'SHIPMENTS_VIEW',
    };
    const metadata = { name: 'logistics.shipment-tracking.1.shipments-view' };
    const catalogInfo = { metadata, spec: { mesh: { specific } } };
    const body = { ...importSchema, params: {}, catalogInfo };
    expect(Object.keys((await adapter.finish('runReverseProvisioning', body)).updates)).toEqual([
      'spec.mesh.specific.tableName',
      'spec.mesh.dataContract.schema',
    ]);
  });

  it('leaves out what cannot be written as a path', async () => {
    const adapter = new Adapter();
    const descriptor = request().descriptor.replace(
      'viewName: SHIPMENTS_VIEW',
      'viewName: SHIPMENTS_VIEW\n        a.b: 1',
    );
    await adapter.finish('provision', { ...request(), descriptor });
    const { updates, logs } = await adapter.finish('runReverseProvisioning', importSchema);
    expect(Object.keys(updates).join()).not.toMatch(/a\.b/);
    expect(messagesOf({ logs })).toContain('"a.b" cannot be written as a path and is left out');
  });

  it.each([
    ['another environment', { environment: 'production' }],
    ['nothing to look for', { params: {}, catalogInfo: {} }],
    ['an entity of another form', { params: {}, catalogInfo: { metadata: { name: 'a.b' }, spec: 'x' } }],
  ])('completes without updates for %s', async (_what, more) => {
    const adapter = new Adapter();
    await adapter.finish('provision', request());
    expect(await adapter.finish('runReverseProvisioning', { ...importSchema, ...more })).toMatchObject({
      status: 'COMPLETED',
      updates: {},
    });
  });

  it('runs until it has looked', async () => {
    const adapter = new Adapter();
    const { body: token } = await adapter.call('runReverseProvisioning', importSchema);
    expect((await adapter.call('getReverseProvisioningStatus', token)).body).toMatchObject({
      status: 'RUNNING',
      updates: {},
    });
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

describe('the tape of all that was answered here', () => {
  it('keeps the contract in every answer', () => {
    expect(tape.exchanges.length).toBeGreaterThan(200);
    expect(tape.exchanges.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
  });

  it('holds every operation with every status that the contract declares', () => {
    expect(tape.missing()).toEqual([]);
  });
});
