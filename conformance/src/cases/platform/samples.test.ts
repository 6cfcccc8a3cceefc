import { expect, it } from 'vitest';
import { platformSuite } from '../platform.ts';
import { createSamples } from './samples.ts';

const target = new URL('http://platform.example.com/base');
const { goodBody } = createSamples({ contract: platformSuite.contract, settings: { target } }, 'own-word');

it.each(['createPolicy', 'updatePolicy', 'createMetric', 'updateMetric'])(
  '%s: a policy or metric of the run applies to no deployment',
  (operation) => {
    expect(goodBody(`governance.${operation}`)).toMatchObject({ resourceType: 'own-word' });
  },
);

it.each(['builder.registerTechAdapter', 'coordinator-v1.registerInfrastructureTemplate'])(
  '%s: a registration names an address that the platform can reach',
  (operation) => {
    expect(goodBody(operation)).toMatchObject({ url: 'http://platform.example.com' });
  },
);
