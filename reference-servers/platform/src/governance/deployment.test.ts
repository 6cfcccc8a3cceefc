import type { ExecutionPlan } from '@tessera/contracts/types/coordinator-v1';
import type { DescriptorValidation } from '@tessera/contracts/types/coordinator-v2';
import type { PolicyCreate } from '@tessera/contracts/types/governance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type OpenGovernance, openGovernance, PASSIVE } from '../../testing/governance.ts';
import { AT, component, describeUnit, idOf, targets } from '../../testing/open-platform.ts';
import type { WithReferences } from '../routes/types.ts';

let open: OpenGovernance;
beforeAll(async () => {
  open = await openGovernance();
});
afterAll(() => open.close());

const descriptor = describeUnit(component('table'), component('port', ['table']));
const failing: Partial<PolicyCreate> = { timing: 'deployment', cueScript: 'description: string' };

/** Activates a policy during a function. */
async function withPolicy(
  more: Partial<PolicyCreate>,
  status: 'grace' | 'enabled',
  work: (id: string) => Promise<void>,
): Promise<void> {
  const { id } = await open.createPolicy(more, status);
  await work(id);
  for (const next of ['deprecated', 'deleted'] as const)
    await open.governance.updatePolicyStatus({ path: { id }, body: { status: next } });
}

async function validate(text = descriptor) {
  return (await validation(text)).validationSummaryStatus?.results ?? [];
}

async function validation(text = descriptor): Promise<DescriptorValidation & WithReferences> {
  return (await open.v2.startValidation({ body: { descriptor: text } })).wait();
}

async function deploy(): Promise<{ readonly token: string; readonly status: string }> {
  const body = { descriptor, targetStatus: targets('DEPLOYED', 'table', 'port') };
  const plan = await open.v2.startProvisioning({ ...AT, body });
  for await (const { status } of plan)
    if (status !== 'RUNNING' && status !== 'TERMINATING') return { token: plan.token ?? '', status };
  throw new Error('the plan has no end');
}

describe('policies at a deployment', () => {
  it('are a phase of the validation of a data product, and say what is wrong', async () => {
    await withPolicy(failing, 'enabled', async (id) => {
      const phase = (await validate()).find(
        ({ validationPhaseKind }) => validationPhaseKind === 'POLICY_DATA_PRODUCT_VALIDATION_PHASE',
      );
      expect(phase).toMatchObject({
        status: 'COMPLETED',
        errors: {
          errors: [
            expect.stringMatching(
              new RegExp(
                `^policy "A check" \\(${id}\\) in report [\\w-]+ is not satisfied: descriptor:1:1: description: incomplete value string$`,
              ),
            ),
          ],
        },
      });
    });
    const kinds = (await validate()).map(({ validationPhaseKind }) => validationPhaseKind);
    expect(kinds.filter((kind) => kind.startsWith('POLICY'))).toEqual([]);
  });

  it('are a phase of the validation of each component of their type', async () => {
    await withPolicy({ ...failing, resourceType: 'outputport' }, 'enabled', async (id) => {
      const phases = (await validate()).filter(({ validationPhaseKind }) =>
        validationPhaseKind.startsWith('POLICY'),
      );
      expect(phases).toMatchObject([
        {
          validationPhaseKind: 'POLICY_COMPONENT_VALIDATION_PHASE',
          errors: { errors: [expect.stringContaining(`policy "A check" (${id}) in report `)] },
        },
      ]);
    });
  });

  it('of data products are not evaluated for a component without a kind', async () => {
    await withPolicy(failing, 'enabled', async () => {
      const phases = await validate(describeUnit(component('table', [], { kind: undefined })));
      const kinds = phases.map(({ validationPhaseKind }) => validationPhaseKind);
      expect(kinds.filter((kind) => kind.startsWith('POLICY'))).toEqual([
        'POLICY_DATA_PRODUCT_VALIDATION_PHASE',
      ]);
    });
  });

  it('block with the severity error when they are enabled, and the plan names policy and report', async () => {
    await withPolicy({ ...failing, name: 'Has "text"' }, 'enabled', async (id) => {
      const { token, status } = await deploy();
      expect(status).toBe('FAILED');
      const { dag, references }: ExecutionPlan & WithReferences = await open.v1.getExecutionPlanStatus({
        path: { token },
      });
      const log = await open.v1.getPlanLogs({ path: { provisioning_plan_id: token }, query: {} });
      const named = `policy "Has \\"text\\"" (${id}) in report `;
      expect(JSON.stringify(dag)).toContain(JSON.stringify(named).slice(1, -1));
      const [, report = ''] = /in report (\S+) is not/.exec(log.map(({ message }) => message).join()) ?? [];
      expect(await open.governance.getEvaluationReport({ path: { id: report } })).toMatchObject({
        status: 'completedWithError',
      });
      expect(references).toMatchObject([
        { policyId: id, policyName: 'Has "text"', reportId: report, isError: false },
      ]);
    });
  });

  it('are listed with the messages about them, and no policy is without a finding', async () => {
    await withPolicy({ ...failing, cueScript: 'id: =~"(["' }, 'enabled', async (id) => {
      const { validationSummaryStatus, references } = await validation();
      const messages = validationSummaryStatus?.results.flatMap(({ errors }) => errors?.errors ?? []);
      expect(references).toEqual([
        { policyId: id, policyName: 'A check', reportId: expect.any(String), isError: true, messages },
      ]);
    });
    expect(await validation()).not.toHaveProperty('references');
  });

  it('that could not be evaluated say so, and do not blame the descriptor', async () => {
    const broken = { ...failing, cueScript: 'name: string\nid: =~"(["' };
    await withPolicy(broken, 'enabled', async (id) => {
      const [phase] = (await validate()).filter(({ errors }) => errors !== undefined);
      expect(phase?.errors?.errors).toEqual([
        expect.stringMatching(
          new RegExp(
            `\\(${id}\\) in report [\\w-]+ could not be evaluated: cueScript:2:1: id: invalid regexp`,
          ),
        ),
      ]);
    });
  });

  it.each([
    ['on trial', 'error', 'grace', 'not_blocking_error'],
    ['with the severity warning', 'warning', 'enabled', 'warning'],
  ] as const)('only tell in the log of the plan %s', async (_title, severity, status, outcome) => {
    await withPolicy({ ...failing, severity }, status, async (id) => {
      const { token, status: ended } = await deploy();
      expect(ended).toBe('COMPLETED');
      const task = await open.platform.context.db
        .selectFrom('task')
        .select(['result', 'plan_id'])
        .where('plan_id', '=', `${token}-validation`)
        .where('action', '=', 'POLICY_VALIDATE_DATAPRODUCT')
        .executeTakeFirstOrThrow();
      expect(JSON.parse(task.result ?? '')).toMatchObject({
        status: 'completedWithWarning',
        evaluationResults: [{ governanceEntityId: id, outcome }],
      });
      const log = await open.platform.context.db
        .selectFrom('log_entry')
        .select('message')
        .where('plan_id', '=', task.plan_id)
        .where('severity', '=', 'WARNING')
        .execute();
      const { id: report } = JSON.parse(task.result ?? '');
      expect(log.map(({ message }) => message)).toEqual([
        `policy "A check" (${id}) in report ${report} is not satisfied (${outcome}): descriptor:1:1: description: incomplete value string`,
      ]);
    });
  });

  it('see the descriptor that is deployed beside the new one', async () => {
    await deploy();
    const compares = {
      ...failing,
      strategy: 'previous_vs_current',
      cueScript: 'original: version: "0"\ncurrent: version: string',
    } as const;
    await withPolicy(compares, 'enabled', async (id) => {
      const [phase] = (await validate()).filter(({ errors }) => errors !== undefined);
      expect(phase?.errors?.errors).toEqual([
        expect.stringMatching(new RegExp(`\\(${id}\\) in report [\\w-]+ is not satisfied: original:1:`)),
      ]);
    });
  });
});

describe('a guardian template', () => {
  const register = (spec: object, id = 'urn:dmb:itm:guardian:1', resourceType = 'outputport') =>
    open.v1.registerInfrastructureTemplate({
      body: {
        id,
        name: 'Guardian',
        description: 'Watches contracts',
        version: '1',
        infrastructureIdRef: id,
        url: `${open.servers}/tech-adapter`,
        environment: 'development',
        properties: { dataContractGuardian: { policies: [{ resourceType, spec }] } },
      },
    });
  const propertiesOf = async (id: string) => {
    const path = { id, environment: 'development' };
    return (await open.v2.getTechAdapterDeployment({ path })).properties;
  };
  const linked = async (): Promise<unknown> =>
    (await propertiesOf('urn:dmb:itm:guardian:1'))?.dataContractGuardian?.policies[0]?.id;

  it('creates its passive policy once, as a draft', async () => {
    await register({ name: 'Contracts are kept' });
    const id = String(await linked());
    const policy = await open.governance.patchPolicy({ path: { id }, body: {} });
    expect(policy).toMatchObject({
      name: 'Contracts are kept',
      status: 'draft',
      trigger: 'passive',
      resourceType: 'outputport',
      environment: 'development',
    });
    await register({ name: 'Contracts are kept' });
    expect(await linked()).toBe(id);
  });

  it('is linked to a passive policy that exists, and to no other', async () => {
    const { id } = await open.createPolicy({ ...PASSIVE, resourceType: 'outputport' });
    await register({ id }, 'urn:dmb:itm:other:1');
    expect(await propertiesOf('urn:dmb:itm:other:1')).toEqual({
      dataContractGuardian: { policies: [{ resourceType: 'outputport', id }] },
    });
    const active = await open.createPolicy({ resourceType: 'outputport' });
    for (const wrong of [active.id, 'unknown']) {
      await expect(register({ id: wrong })).rejects.toMatchObject({
        status: 400,
        body: { inputErrorField: 'properties.dataContractGuardian.policies.0.spec.id' },
      });
    }
  });

  it('sends its adapter the id of the policy with the component that is deployed', async () => {
    const template = 'urn:dmb:itm:guarding:1';
    const { id } = await open.createPolicy({ ...PASSIVE, resourceType: 'dataproduct' });
    await register({ id }, template, 'dataproduct');
    const guardian = component('guardian', [], {
      infrastructureTemplateId: template,
      __dataContractGuardianSpec: { guards: [{ dataContractId: idOf('port') }] },
    });
    const body = { descriptor: describeUnit(guardian), targetStatus: targets('DEPLOYED', 'guardian') };
    const plan = await open.v2.startProvisioning({ ...AT, body });
    await plan.wait();
    const har = await fetch(`${open.origin}/platform/plans/${plan.token}/exchanges.har?api=tech-adapter`);
    const { log }: { log: { entries: { request: { url: string; postData?: { text: string } } }[] } } =
      JSON.parse(await har.text());
    const { request } = log.entries.find(({ request: { url } }) => url.endsWith('/v1/provision')) ?? {};
    const sent = parse(JSON.parse(request?.postData?.text ?? '{}').descriptor);
    expect(sent.dataProduct.components[0].info).toEqual({
      privateInfo: { __dataContractGuardian: { policyId: id } },
    });
  });
});
