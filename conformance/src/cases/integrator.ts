import { builderFixtures } from '@tessera/contracts/fixtures/builder';
import { governanceFixtures } from '@tessera/contracts/fixtures/governance';
import { builder } from '@tessera/contracts/operations/builder';
import { governance } from '@tessera/contracts/operations/governance';
import { builderSchemas } from '@tessera/contracts/schemas/builder';
import { governanceSchemas } from '@tessera/contracts/schemas/governance';
import { contractOf, withoutChosen } from '../suite/contract.ts';
import type { Suite } from '../suite/run.ts';
import { pushChecks } from './integrator/pushes.ts';
import { registrationChecks } from './integrator/registrations.ts';
import { requestChecks } from './integrator/requests.ts';

/**
 * How the outgoing half of an integrator is tested: the requests that it sends to the platform on its own, recorded or
 * received. The suite sends no requests.
 */
export const integratorSuite: Suite = {
  contract: contractOf(
    {
      ...builder,
      id: 'integrator',
      title: 'Requests of integrators to the platform',
      operations: { ...governance.operations, ...builder.operations },
    },
    withoutChosen(
      {
        ...builderSchemas,
        $id: 'integrator',
        $defs: { ...governanceSchemas.$defs, ...builderSchemas.$defs },
      },
      { PolicyResult: ['errors'], MetricResult: ['errors'] },
    ),
    { ...governanceFixtures, ...builderFixtures },
  ),
  requirements: ['integrator.json'],
  frozen: 'integrator.frozen.json',
  claims: [],
  findingsMayAnswer: [],
  idKinds: ['environment'],
  // The platform sends the answers, and it is not under test here.
  computesItsChecks: true,
  open: (run) => ({
    primary: {},
    gate: async () => undefined,
    goodBody: () => undefined,
    checks: [...registrationChecks(run), ...pushChecks(run), ...requestChecks(run)],
    cleanUp: async () => [],
  }),
};
