import { expect, it } from 'vitest';
import { requestTabs } from './requests.ts';

const VALUES = `
  updatePolicyStatus:
    baseUrl: http://127.0.0.1:4400/governance
    path: { id: policy-1 }
    body: { status: grace }
`;
const tabsOf = (words: string, values: string) => requestTabs(words.split(' '), values);

it('sends the values of the page in each language', () => {
  const tabs = tabsOf('governance#updatePolicyStatus', VALUES);
  expect(tabs.match(/^::: tab .+$/gm)).toEqual(['::: tab curl', '::: tab Python', '::: tab Java']);
  const address = 'http://127.0.0.1:4400/governance/v1/computational-governance/policies/policy-1/status';
  expect(tabs.split(address)).toHaveLength(4);
  expect(tabs.match(/"status": "grace"/g)).toHaveLength(3);
});

it('leaves out a language that the page has a program in', () => {
  const tabs = tabsOf('governance#updatePolicyStatus without=python', VALUES);
  expect(tabs.match(/^::: tab .+$/gm)).toEqual(['::: tab curl', '::: tab Java']);
});

it('reads a member of the body from a file that the reader has', () => {
  const tabs = tabsOf(
    'coordinator-v2#startValidation',
    'startValidation: { body: { descriptor: !file parcel-tracking.yaml } }',
  );
  expect(tabs).toContain("' parcel-tracking.yaml |");
  expect(tabs).toContain('"descriptor": Path("parcel-tracking.yaml").read_text(encoding="utf-8"),');
  expect(tabs).toContain('Files.readString(Path.of("parcel-tracking.yaml"))');
});

it.each([
  ['', /needs the values that the program of the page sends/],
  ['updatePolicyStatus: { body: { status: grace } }', /id is missing in path/],
  [
    'updatePolicyStatus: { path: { id: a }, query: { page: 1 }, body: { status: grace } }',
    /page is no parameter in query/,
  ],
  ['updatePolicyStatus: { path: { id: a }, body: { status: paused } }', /\/status must be equal to one of/],
  ['updatePolicyStatus: { path: { id: a } }', /the body is missing/],
  ['updatePolicyStatus: { path: { id: a }, json: {} }', /json is no part of a request/],
  [`${VALUES}  getPolicy: {}`, /values for getPolicy, but no such request/],
])('rejects the values %j', (values, problem) => {
  expect(() => tabsOf('governance#updatePolicyStatus', values)).toThrow(problem);
});
