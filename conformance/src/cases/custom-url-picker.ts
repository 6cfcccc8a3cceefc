import { customUrlPickerFixtures } from '@tessera/contracts/fixtures/custom-url-picker';
import { customUrlPicker } from '@tessera/contracts/operations/custom-url-picker';
import { customUrlPickerSchemas } from '@tessera/contracts/schemas/custom-url-picker';
import { unknownMemberChecks } from '../checks/unknown-members.ts';
import { contractOf } from '../suite/contract.ts';
import { at } from '../suite/json.ts';
import type { Suite } from '../suite/run.ts';
import { createFacts, FIELDS, PAGE, PRIMARY } from './custom-url-picker/facts.ts';
import { filterChecks } from './custom-url-picker/filters.ts';
import { pageChecks } from './custom-url-picker/pages.ts';
import { selectionChecks } from './custom-url-picker/selection.ts';
import { stabilityChecks } from './custom-url-picker/stability.ts';

const QUERY = 'retrieveValues.query';

/** The checks of a custom URL picker. */
export const customUrlPickerSuite: Suite = {
  contract: contractOf(customUrlPicker, customUrlPickerSchemas, customUrlPickerFixtures),
  requirements: ['every-contract.json', 'custom-url-picker.json'],
  frozen: 'custom-url-picker.frozen.json',
  claims: [
    { requirement: 'UP-03', schema: QUERY, member: 'offset', kinds: ['missing'] },
    { requirement: 'UP-04', schema: QUERY, member: 'limit', kinds: ['missing'] },
    { requirement: 'UP-05', schema: QUERY, member: 'limit', kinds: ['below'] },
    { requirement: 'UP-12', schema: QUERY, member: 'offset', kinds: ['type'] },
    { requirement: 'UP-12', schema: QUERY, member: 'limit', kinds: ['negative', 'type'] },
    { requirement: 'UP-18', schema: QUERY, member: 'offset', kinds: ['below', 'negative', 'fraction'] },
    { requirement: 'UP-18', schema: QUERY, member: 'limit', kinds: ['fraction'] },
  ],
  findingsMayAnswer: [],
  open(run) {
    const facts = createFacts(run);
    const selection = at(customUrlPickerFixtures, 'validate', 'request', 'selection', 'value');
    const subject = {
      goodBody: (operation: string): unknown =>
        operation === 'validate' ? selection : run.settings.bodies?.[operation],
      goodParameters: (operation: string) =>
        operation === 'retrieveValues' ? { query: { offset: 0, limit: PAGE } } : {},
      company: () => ({ query: { filter: 'a' }, value: FIELDS }),
    };
    return {
      ...subject,
      primary: PRIMARY,
      gate: facts.gate,
      harmless: 'validate',
      changeNothing: ['retrieveValues'],
      cleanUp: async () => [],
      checks: [
        ...pageChecks(facts),
        ...filterChecks(facts),
        ...selectionChecks(facts),
        ...stabilityChecks(facts),
        ...unknownMemberChecks(run, subject, ['retrieveValues']),
      ],
    };
  },
};
