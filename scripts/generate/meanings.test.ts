import { afterEach, expect, it } from 'vitest';
import { oneIn } from '../test-cases.js';
import { copyOfSpecs, removeCopies } from './copy-of-specs.ts';
import { formatProblems } from './problems.ts';
import { readContracts } from './read-contracts.ts';

afterEach(removeCopies);

/** Defects in the `x-dp-` keys of parameters, links and members. */
const MEANINGS: readonly [what: string, file: string, text: string, instead: string, message: RegExp][] = [
  [
    'an unknown kind of resource',
    'specs/shared/parameters.yaml',
    'x-dp-names: [resources]',
    'x-dp-names: [blueprints]',
    /id of resolve names blueprints, which no parameter of a path names/,
  ],
  [
    'a parameter of a path that does not say what it names',
    'specs/platform/governance.yaml',
    'x-dp-names: [policies, metrics]',
    'deprecated: false',
    /governanceEntityId of updateEvaluationStatus is in the path and does not say what it names/,
  ],
  [
    'a filter of a list that says nothing of itself',
    'specs/platform/coordinator-v2.yaml',
    '          x-dp-selects: { items: [/labels] }\n',
    '',
    /labels of listTechAdapters goes into a list and does not say what it selects/,
  ],
  [
    'a filter by a member that items do not have',
    'specs/platform/coordinator-v2.yaml',
    'items: [/labels]',
    'items: [/tags]',
    /labels of listTechAdapters goes by \/tags, which is no member of an item/,
  ],
  [
    'an order by a member that items do not have',
    'specs/platform/coordinator-v1.yaml',
    'order: /dag/startTime',
    'order: /startTime',
    /ordering of listProvisioningPlans goes by \/startTime, which is no member of an item/,
  ],
  [
    'an order that is no order',
    'specs/platform/coordinator-v2.yaml',
    'enum: [asc, desc]',
    'enum: [up, down]',
    /sort-order of listTechAdapters decides about an order and does not take asc and desc/,
  ],
  [
    'a switch for a member that no answer has',
    'specs/platform/coordinator-v2.yaml',
    'x-dp-selects: { member: descriptor }',
    'x-dp-selects: { member: blueprint }',
    /include-descriptor of getDeploymentUnitStatus decides whether blueprint is there, which no answer has/,
  ],
  [
    'a switch that is not a boolean',
    'specs/platform/coordinator-v2.yaml',
    '\n      schema: { type: boolean, default: false }',
    '\n      schema: { type: string }',
    /include-descriptor of \w+ decides whether descriptor is there and is no boolean/,
  ],
  [
    'a link that needs an example which is not there',
    'specs/platform/governance.yaml',
    'needs: { example: passive,',
    'needs: { example: waiting,',
    /needs the example waiting, which the request of createPolicy does not have/,
  ],
  [
    'a link that comes after one which is not there',
    'specs/platform/governance.yaml',
    'after: [enable, grace]',
    'after: [publish]',
    /comes after publish, which is no link of this answer/,
  ],
  [
    'a time that is not before one which is not there',
    'specs/platform/coordinator-v1.yaml',
    'x-dp-not-before: startTime',
    'x-dp-not-before: beginning',
    /stopTime is said not to come before beginning, and beginning is no time of PlanTask/,
  ],
  [
    'a steady part that no response has',
    'specs/extension-points/perimeter-resolver.yaml',
    '/page/*]',
    '/pages/*]',
    /\/pages\/\* is no member of what resolveResources answers/,
  ],
  [
    'a steady part of an operation that may change something',
    'specs/extension-points/custom-url-picker.yaml',
    '      x-dp-safe: true\n      x-dp-steady: { same: [/*/id] }',
    '      x-dp-steady: { same: [/*/id] }',
    /retrieveValues may change something: x-dp-steady needs a GET or x-dp-safe/,
  ],
];

it.each(oneIn(3, MEANINGS))('%s is reported', (_, path, text, instead, message) => {
  const edited = copyOfSpecs(path, (before) => before.replace(text, instead), 'whole');
  expect(formatProblems(readContracts(edited).specs.problems.list())).toMatch(message);
});
