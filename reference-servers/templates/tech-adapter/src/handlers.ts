import {
  accept,
  type Component,
  createOrder,
  readDescriptor,
  readLatestInfo,
  readProvisionedComponent,
  readRemoval,
  type Target,
  TaskFailed,
  type TechAdapterHandlers,
  validationResult,
} from '@tessera/reference-servers/kit';

/** Sample data: components by environment and id. Replace it with calls to your technology. */
const resources = new Map<string, { readonly component: Component; access: readonly string[] }>();

const keyOf = ({ environment }: Target, { id }: Component) => `${environment} ${id}`.toLowerCase();

// Tasks of the same component must not overlap, and a product request must not overlap with its components: `keys` of
// the target. `withRetries` of the kit repeats work that has failed.
const inOrder = createOrder();

// A product request has no component: it is about the product itself, such as a database that its components share. The
// components in its descriptor belong to several adapters, and each comes in a separate request.
const NOTHING = {
  result: 'Nothing belongs to the data product itself.',
  info: { publicInfo: {}, privateInfo: {} },
};

/** Fields for users, fields for adapters of dependent components, and the identities with access. */
function infoOf(target: Target, component: Component) {
  const access = resources.get(keyOf(target, component))?.access ?? [];
  return {
    publicInfo: { resource: { type: 'string', label: 'Resource', value: component.name } },
    privateInfo: {},
    aclInfo: access.map((identity) => ({ identity, locked: false })),
  };
}

export const handlers: TechAdapterHandlers = {
  // Problems of a descriptor are findings. Add your checks here, and to `provision`.
  validate: ({ body }) => validationResult(readDescriptor(body)),

  // An error before the work is returned rejects the request; an error in the work fails the task.
  provision: ({ body }) => {
    const target = accept(readDescriptor(body));
    return inOrder(target.keys, async (task) => {
      const { component } = target;
      if (component === undefined) return NOTHING;
      const { latestProvisioningOperation: latest } = readLatestInfo(body.latestEnrichedDescriptor, target);
      if (latest?.status === 'Failed') task.say('INFO', 'The latest operation has failed', 'Preparing');
      task.signal.throwIfAborted();
      if (component.name.trim() === '') throw new TaskFailed('A component without a name cannot be created.');
      const key = keyOf(target, component);
      resources.set(key, { component, access: resources.get(key)?.access ?? [] });
      task.say('INFO', `${component.name} exists`, 'Applying');
      return { result: 'The component exists.', info: infoOf(target, component) };
    });
  },

  // Not validated, because the checks can have become stricter since it was provisioned.
  unprovision: ({ body }) => {
    const target = accept(readRemoval(body));
    return inOrder(target.keys, async (task) => {
      const { component } = target;
      if (component === undefined) return NOTHING;
      const found = resources.delete(keyOf(target, component));
      const message = `${component.name} ${found ? 'is removed' : 'does not exist'}`;
      task.say(found ? 'INFO' : 'WARNING', message, 'Applying');
      return { result: 'The component is removed.', info: { publicInfo: {}, privateInfo: {} } };
    });
  },

  // `refs` is the complete list of identities with access, not a difference. `body.provisionInfo.result` is the message
  // of the provisioning, `body.accessControlFields` what the requester entered.
  updateAcl: ({ body }) => {
    const target = readProvisionedComponent(body.provisionInfo.request);
    return inOrder(target.keys, async (task) => {
      const { component } = target;
      if (component === undefined) return NOTHING;
      const resource = resources.get(keyOf(target, component));
      if (resource !== undefined) resource.access = body.refs;
      task.say('INFO', `${body.refs.length} identities have access`, 'Granting');
      return { result: 'Access is set.', info: infoOf(target, component) };
    });
  },

  // Compares what exists with `catalogInfo`, and returns the required changes.
  reverseProvision: () => async (task) => {
    task.say('INFO', 'Nothing has changed', 'Reading');
    return { updates: {} };
  },

  // The signal of a task is aborted when it must stop. Omit this if yours cannot stop: the response is then 501.
  terminate: true,
};
