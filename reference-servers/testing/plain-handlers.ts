import type { TechAdapterHandlers } from '../src/kit/tech-adapter.ts';

/** The minimal handlers of an adapter. */
export const PLAIN: TechAdapterHandlers = {
  validate: () => ({ valid: true }),
  provision: () => ({ result: 'provisioned' }),
  unprovision: () => ({ result: 'removed' }),
  updateAcl: () => ({ result: 'granted' }),
  reverseProvision: () => ({ updates: {} }),
};
