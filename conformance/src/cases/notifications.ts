import { notificationsFixtures } from '@tessera/contracts/fixtures/notifications';
import { notifications } from '@tessera/contracts/operations/notifications';
import { notificationsSchemas } from '@tessera/contracts/schemas/notifications';
import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { contractOf } from '../suite/contract.ts';
import type { Suite } from '../suite/run.ts';
import { consumerChecks } from './notifications/checks.ts';
import { createFacts, OPERATION, PRIMARY } from './notifications/facts.ts';

/** The contract has a payload and no address: the webhook is configured with the whole address. */
const receive: OperationEntry = {
  id: OPERATION,
  method: 'POST',
  path: '',
  tag: 'Notifications',
  summary: 'Receive a notification',
  parameters: [],
  body: { required: true, mediaType: 'application/json', schema: 'Notification' },
  responses: { '200': {} },
  errors: {},
};

/** The checks of a consumer of the platform's notifications. */
export const notificationsSuite: Suite = {
  contract: contractOf(
    { ...notifications, operations: { [OPERATION]: receive } },
    notificationsSchemas,
    notificationsFixtures,
  ),
  requirements: ['notifications.json'],
  frozen: 'notifications.frozen.json',
  claims: [],
  findingsMayAnswer: [],
  // The contract describes only the payload: the checks of answers in other contracts do not apply.
  computesItsChecks: true,
  open(run) {
    const facts = createFacts(run);
    return {
      primary: PRIMARY,
      gate: facts.gate,
      goodBody: () => facts.main,
      checks: consumerChecks(facts),
      cleanUp: async () => [],
    };
  },
};
