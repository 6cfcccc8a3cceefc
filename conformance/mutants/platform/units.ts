import type { Body, Reply } from '../reply.ts';
import { parseYaml } from '../yaml.ts';
import { type Answers, type Asked, membersOf } from './asked.ts';
import { deployed, type Plan, type Unit } from './history.ts';

/** Operations on deployment units and their plans. */
export function unitAnswers(asked: Asked): Answers {
  const { memory, path, query, body, ok, unknown, refuse, begin, page } = asked;
  const [id, environment] = [path['deployment-unit-id'] ?? '', String(query['environment'] ?? '')];
  const unit = memory.units.get(`${id} ${environment}`);
  const withDescriptor = query['include-descriptor'] === true;
  const start = (operation: 'preview' | 'start'): Reply => {
    const infers = query['unsafe'] === true || query['autofill-target-status'] === true;
    const operations = operationsOf(asked, unit, infers);
    if (operations === undefined) return refuse();
    const conflictingOperations = conflictsIn(asked, operations);
    const outcome = conflictingOperations.length === 0 ? 'OK' : 'ABORTED_FOR_CONFLICTS';
    const preview = { outcome, operations, conflictingOperations };
    if (operation === 'preview') return ok(preview);
    if (outcome !== 'OK') return { status: 422, body: preview };
    return provision(asked, id, environment, operations);
  };
  /** Deploys or undeploys all components of the descriptor. */
  const whole = (targetStatus: string): Reply => {
    const descriptor = membersOf(parseYaml(String(body['descriptor'])));
    const operations = componentsOf(descriptor).map((componentId) => ({ componentId, targetStatus }));
    const ordered = inOrder(descriptor, operations);
    return provision(asked, String(descriptor['id']), String(descriptor['environment']), ordered);
  };
  return {
    'coordinator-v1.deploy': () => whole('DEPLOYED'),
    'coordinator-v1.undeploy': () => whole('NOT_DEPLOYED'),
    'coordinator-v1.updateAcl': () => begin((token) => token),
    'coordinator-v1.getProvisioningPlan': () => {
      const plan = memory.plans.find(({ token }) => token === path['token']);
      const include = query['include-descriptors'] !== false;
      return plan === undefined ? unknown() : ok(shownPlan(plan, include));
    },
    'coordinator-v1.listProvisioningPlans': () => {
      const found = memory.plans
        .filter((plan) => isWanted(plan, query))
        .sort((left, right) => (left.startTime < right.startTime ? -1 : 1));
      if (query['ordering'] !== 'asc') found.reverse();
      const include = query['include-descriptors'] !== false;
      return ok({ provisioningPlans: page(found).map((plan) => shownPlan(plan, include)) });
    },
    'coordinator-v1.resolve': () => resolve(asked),
    'coordinator-v2.previewProvisioning': () => start('preview'),
    'coordinator-v2.startProvisioning': () => start('start'),
    'coordinator-v2.abortProvisioning': () => {
      const plan = memory.plans.findLast((one) => one.unit === id && one.environment === environment);
      const task = memory.tasks.get(plan?.token ?? '');
      if (plan?.settle !== undefined && task !== undefined) task.stopped = true;
      return plan === undefined ? unknown() : { status: 202 };
    },
    'coordinator-v2.getDeploymentUnitStatus': () => {
      if (unit === undefined) return ok({ status: 'NOT_DEPLOYED' });
      const states = [...unit.states.values()];
      const built = states.filter((one) => one === 'DEPLOYED').length;
      const status = built === 0 ? 'NOT_DEPLOYED' : built < states.length ? 'PARTIALLY_DEPLOYED' : 'DEPLOYED';
      const componentsStatus = [...unit.states].map(([componentId, status]) => ({ componentId, status }));
      const known = membersOf(parseYaml(unit.descriptor));
      const descriptorVersion = String(known['version']);
      const descriptor = withDescriptor ? { descriptor: known } : {};
      return ok({
        status,
        provisioningDetails: { descriptorVersion, ...descriptor, provisioningInfo: {}, componentsStatus },
      });
    },
    'coordinator-v2.getComponentStatus': () => {
      const status = unit?.states.get(path['component-id'] ?? '');
      if (status === undefined) return unknown();
      const details = withDescriptor ? { provisioningDetails: { descriptor: {} } } : {};
      return ok({ status, ...details });
    },
  };
}

/** Applies the effects of finished plans to the units, before any response shows them. */
export function settle({ memory }: Asked): void {
  for (const plan of memory.plans) {
    const task = memory.tasks.get(plan.token);
    if (task === undefined || task.stopped || performance.now() - task.startedAt < memory.work) continue;
    plan.settle?.();
    delete plan.settle;
  }
}

function componentsOf(descriptor: Body): string[] {
  const components = descriptor['components'];
  return Array.isArray(components) ? components.map((one) => String(membersOf(one)['id'])) : [];
}

/** The operations of a plan; undefined if the request is invalid. Components are already in dependency order. */
function operationsOf({ body, path }: Asked, unit: Unit | undefined, infers: boolean): Body[] | undefined {
  const descriptor = membersOf(parseYaml(String(body['descriptor'])));
  if (descriptor['id'] !== path['deployment-unit-id']) return undefined;
  const targets = Array.isArray(body['targetStatus']) ? body['targetStatus'].map(membersOf) : [];
  const components = componentsOf(descriptor);
  const named = components.filter((id) => targets.some((one) => one['componentId'] === id));
  const there = [...(unit?.states ?? [])].filter(([, state]) => state === 'DEPLOYED').map(([name]) => name);
  const isNamed = (name: string): boolean => targets.some((one) => one['componentId'] === name);
  if (!infers && there.some((name) => !components.includes(name) && !isNamed(name))) return undefined;
  if (named.length < components.length && !infers) return undefined;
  const operations = named.map((componentId) => {
    const target = membersOf(targets.find((one) => one['componentId'] === componentId));
    const asked = target['action'] ?? body['action'];
    const isWanted = target['targetStatus'] === 'DEPLOYED';
    const isThere = unit?.states.get(componentId) === 'DEPLOYED';
    const removal = body['removeData'] === true ? 'UNDEPLOY_AND_REMOVE_DATA' : 'UNDEPLOY';
    const deployment = isThere && body['preventRedeploy'] === true ? 'NO_ACTION' : 'DEPLOY';
    const usual = isWanted ? deployment : isThere ? removal : 'NO_ACTION';
    const fits = asked === undefined || asked === 'NO_ACTION' || (asked === 'DEPLOY') === isWanted;
    return { componentId, targetStatus: target['targetStatus'], action: usual, reason: 'REQUEST', fits };
  });
  if (operations.some(({ fits }) => !fits)) return undefined;
  const shown = operations.map(({ fits: _fits, ...rest }) => rest);
  return components[0] !== undefined && shown.length > 1 ? inOrder(descriptor, shown) : shown;
}

/** Components to deploy whose dependencies the plan undeploys, and those dependencies. */
function conflictsIn({ body }: Asked, operations: readonly Body[]): Body[] {
  const { components } = membersOf(parseYaml(String(body['descriptor'])));
  const isWanted = (id: unknown, target: string): boolean =>
    operations.some(({ componentId, targetStatus }) => componentId === id && targetStatus === target);
  const apart = (Array.isArray(components) ? components.map(membersOf) : []).flatMap(({ id, dependsOn }) => {
    const missing = (Array.isArray(dependsOn) ? dependsOn : []).filter((one) =>
      isWanted(one, 'NOT_DEPLOYED'),
    );
    return isWanted(id, 'DEPLOYED') && missing.length > 0 ? [id, ...missing] : [];
  });
  return operations.filter(({ componentId }) => apart.includes(componentId));
}

/** Sorts dependencies first. */
function inOrder(descriptor: Body, operations: readonly Body[]): Body[] {
  const components = Array.isArray(descriptor['components']) ? descriptor['components'].map(membersOf) : [];
  const ordered: Body[] = [];
  const place = (operation: Body): void => {
    if (ordered.includes(operation)) return;
    const needs = components.find(({ id }) => id === operation['componentId'])?.['dependsOn'];
    for (const need of Array.isArray(needs) ? needs : []) {
      const other = operations.find(({ componentId }) => componentId === need);
      if (other !== undefined) place(other);
    }
    ordered.push(operation);
  };
  operations.forEach(place);
  // Undeployments come first, in reverse dependency order.
  const isRemoved = ({ targetStatus }: Body): boolean => targetStatus === 'NOT_DEPLOYED';
  return [...ordered.filter(isRemoved).reverse(), ...ordered.filter((one) => !isRemoved(one))];
}

function provision(asked: Asked, id: string, environment: string, operations: readonly Body[]): Reply {
  const { memory, begin, body } = asked;
  const descriptor = String(body['descriptor']);
  const key = `${id} ${environment}`;
  return begin((token) => {
    memory.plans.push({
      token,
      unit: id,
      environment,
      version: String(membersOf(parseYaml(descriptor))['version']),
      startTime: new Date().toISOString(),
      action: 'PROVISION_DATAPRODUCT',
      descriptor,
      operations,
      settle: () => {
        const unit = memory.units.get(key) ?? { id, environment, descriptor, states: new Map() };
        memory.units.set(key, unit);
        unit.descriptor = descriptor;
        for (const one of operations)
          unit.states.set(String(one['componentId']), String(one['targetStatus']));
        const isBuilt = operations.some(({ targetStatus }) => targetStatus === 'DEPLOYED');
        deployed(memory.history, descriptor, isBuilt ? 'Provision' : 'Unprovision');
      },
    });
    return token;
  });
}

function shownPlan({ token, environment, startTime, action, descriptor }: Plan, include: boolean): Body {
  const text = include ? { descriptor } : {};
  return {
    environment,
    dag: { id: token, name: token, status: 'COMPLETED', action, startTime, ...text },
  };
}

function isWanted(plan: Plan, query: Body): boolean {
  const among = (name: string, value: string): boolean => {
    const list = query[name];
    return !Array.isArray(list) || list.includes(value);
  };
  return (
    (query['data-product-id'] ?? plan.unit) === plan.unit &&
    (query['version'] ?? plan.version) === plan.version &&
    among('environments', plan.environment) &&
    among('operations', plan.action)
  );
}

function resolve({ memory, query, ok, unknown, page }: Asked): Reply {
  const old = Array.from({ length: 12 }, (_, index) => ({
    id: `urn:dmb:dp:x:${index}:1`,
    environment: 'development',
    text: `id: urn:dmb:dp:x:${index}:1\n`,
  }));
  const deployed = [...memory.units.values()]
    .filter(({ states }) => [...states.values()].includes('DEPLOYED'))
    .map(({ id, environment, descriptor }) => ({ id, environment, text: descriptor }));
  const types = query['resource-types'];
  const found = [...old, ...deployed].filter(
    ({ id, environment }) =>
      environment === query['environment'] &&
      (query['id'] ?? id) === id &&
      (!Array.isArray(types) || types.includes('dataproduct')),
  );
  if (found.length === 0) return unknown();
  const content = page(found).map((one) => membersOf(one)['text']);
  const { offset = 0, limit = 5 } = query;
  return content.length === 0 ? unknown() : ok({ content, page: { offset, limit, count: content.length } });
}
