import { expect, it } from 'vitest';
import { platformSuite } from '../platform.ts';
import { createSamples } from './samples.ts';

const target = new URL('http://platform.example.com/base');
const { goodBody } = createSamples({ contract: platformSuite.contract, settings: { target } }, 'own-word');

it.each(['governance.createPolicy', 'governance.updatePolicy'])(
  '%s: a policy of the run, once enabled, blocks no deployment',
  (operation) => {
    expect(goodBody(operation)).toMatchObject({
      severity: 'info',
      selectors: [{ path: 'id', values: ['own-word'] }],
    });
  },
);

it.each(['builder.registerTechAdapter', 'coordinator-v1.registerInfrastructureTemplate'])(
  '%s: a registration names an address that the platform can reach',
  (operation) => {
    expect(goodBody(operation)).toMatchObject({ url: 'http://platform.example.com' });
  },
);
