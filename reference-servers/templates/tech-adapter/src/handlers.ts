import {
  accept,
  type Component,
  createOrder,
  readDescriptor,
  readProvisionedComponent,
  type Target,
  TaskFailed,
  type TechAdapterHandlers,
  validationResult,
} from '@tessera/reference-servers/kit';

/** What exists on the technology, by environment and component. Replace it with calls to your technology. */
const resources = new Map<string, { readonly component: Component; access: readonly string[] }>();

const keyOf = ({ environment }: Target, { id }: Component) => `${environment} ${id}`;

// Tasks of the same component must not overlap. `withRetries` of the kit repeats work that has failed.
const inOrder = createOrder();
const keysOf = (target: Target) => target.components.map((component) => keyOf(target, component));

/** What users see in the marketplace, and what dependent components receive. */
function infoOf({ components }: Target) {
  return {
    publicInfo: Object.fromEntries(
      components.map(({ name }) => [name, { type: 'string', label: 'Resource', value: name }]),
    ),
    privateInfo: {},
  };
}

export const handlers: TechAdapterHandlers = {
  // Problems of a descriptor are findings. Add your checks here, and to the other handlers.
  validate: ({ body }) => validationResult(readDescriptor(body)),

  // An error before the work is returned rejects the request; an error in the work fails the task.
  provision: ({ body }) => {
    const target = accept(readDescriptor(body));
    return inOrder(keysOf(target), async (task) => {
      for (const component of target.components) {
        task.signal.throwIfAborted();
        if (component.name === '') throw new TaskFailed('A component without a name cannot be created.');
        const key = keyOf(target, component);
        resources.set(key, { component, access: resources.get(key)?.access ?? [] });
        task.say('INFO', `${component.name} exists`, 'Applying');
      }
      return { result: 'All components exist.', info: infoOf(target) };
    });
  },

  unprovision: ({ body }) => {
    const target = accept(readDescriptor(body));
    return inOrder(keysOf(target), async (task) => {
      for (const component of target.components) {
        const found = resources.delete(keyOf(target, component));
        const message = `${component.name} ${found ? 'is removed' : 'does not exist'}`;
        task.say(found ? 'INFO' : 'WARNING', message, 'Applying');
      }
      return { result: 'All components are removed.', info: { publicInfo: {}, privateInfo: {} } };
    });
  },

  // `refs` is the complete list of identities with access, not a difference.
  updateAcl: ({ body }) => {
    const target = readProvisionedComponent(body.provisionInfo.request);
    return inOrder(keysOf(target), async (task) => {
      for (const component of target.components) {
        const resource = resources.get(keyOf(target, component));
        if (resource !== undefined) resource.access = body.refs;
      }
      task.say('INFO', `${body.refs.length} identities have access`, 'Granting');
      return { result: 'Access is set.', info: infoOf(target) };
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
