import type { TechAdapterHandlers } from '../src/kit/tech-adapter.ts';

/** The least that an adapter can do. */
export const PLAIN: TechAdapterHandlers = {
  validate: () => ({ valid: true }),
  provision: () => ({ result: 'provisioned' }),
  unprovision: () => ({ result: 'removed' }),
  updateAcl: () => ({ result: 'granted' }),
  reverseProvision: () => ({ updates: {} }),
};
