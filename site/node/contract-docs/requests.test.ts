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
  expect(tabs).toContain(`}' parcel-tracking.yaml)"`);
  expect(tabs).toContain('"descriptor": Path("parcel-tracking.yaml").read_text(encoding="utf-8"),');
  expect(tabs).toContain('Files.readString(Path.of("parcel-tracking.yaml"))');
});

const DRAFT_AND_STATUS = `
  patchPolicy: { path: { id: policy-1 }, body: { severity: warning } }
  updatePolicyStatus:
    path: { id: !from patchPolicy/id }
    body: { status: grace }
    print: policy {id} is in {status}
`;

it('sends a member of an earlier response, and prints members of the last one, in one program', () => {
  const tabs = tabsOf('governance#patchPolicy governance#updatePolicyStatus', DRAFT_AND_STATUS);
  expect(tabs).toContain(`patch_policy_id=$(jq -r '.id' <<< "$answer")`);
  expect(tabs).toContain(`/policies/'"$patch_policy_id"'/status'`);
  expect(tabs).toContain(`jq -r '"policy \\(.id) is in \\(.status)"' <<< "$answer"`);
  expect(tabs).toContain('patch_policy_id = response.json()["id"]');
  expect(tabs).toContain('/policies/{patch_policy_id}/status",');
  expect(tabs).toContain(`print(f"policy {answer['id']} is in {answer['status']}")`);
  expect(tabs).toContain('/policies/" + patchPolicyId + "/status"))');
  expect(tabs).toContain('"policy " + text(answer, "id") + " is in " + text(answer, "status")');
});

it('sends the values of an operation that is called twice one after the other', () => {
  const tabs = tabsOf(
    'assistant#runTask assistant#runTask',
    'runTask: [{ body: { message: First } }, { body: { message: Second, session_id: !from runTask/session_id } }]',
  );
  expect(tabs.match(/"message": "(First|Second)"/g)).toEqual(
    Array.from({ length: 3 }, () => ['"message": "First"', '"message": "Second"']).flat(),
  );
  expect(tabs).toContain(`"session_id": "'"$run_task_session_id"'"`);
  expect(tabs).toContain('"session_id": run_task_session_id,');
  expect(tabs).toContain('.replace("__runTaskSessionId__", runTaskSessionId);');
});

it('waits for a task in each language, and prints the items of a list in its result', () => {
  const tabs = tabsOf(
    'coordinator-v2#startValidation',
    `startValidation:
      body: { descriptor: !file descriptor.yaml }
      print: { each: validationSummaryStatus/results, text: "{validationPhaseKind} {errors/errors?}" }`,
  );
  expect(tabs.match(/\/coordinator\/v2\/validate\/.*(\$token|\{token\}|getAsString\(\))/g)).toHaveLength(3);
  expect(tabs).toContain('.results[] | "\\(.validationPhaseKind) \\(.errors.errors | if . == null');
  expect(tabs).toContain(`{(item.get('errors') or {}).get('errors', '')}`);
  expect(tabs).toContain('text(item, "errors", "errors")');
});

it('requests all pages of a list whose items are printed, if the body has the place of the cursor', () => {
  const page = (options: string) =>
    tabsOf(
      'governance#searchEvaluationStatus',
      `searchEvaluationStatus:
        body: { filters: { statuses: [LATE] }, resultOptions: ${options} }
        print: { each: data, text: "{identifier/governanceEntityId}" }`,
    );
  const tabs = page('{ pagination: {} }');
  expect(tabs).toContain(
    `jq --arg cursor "$cursor" '.resultOptions.pagination.cursor = $cursor' <<< "$body"`,
  );
  expect(tabs).toContain('body["resultOptions"]["pagination"]["cursor"] = cursor');
  expect(tabs).toContain('.getAsJsonObject("pagination").addProperty("cursor", cursor);');
  expect(tabs).not.toContain('Only the first page');
  expect(page('{}')).toContain('Only the first page of the list is requested.');
  expect(page('{}')).not.toContain('cursor');
});

it('prints an expected error in each language, and ends with any other status', () => {
  const tabs = tabsOf(
    'custom-url-picker#validate',
    `validate:
      body: { selectedObjects: [{ id: retired-term }] }
      fails: 400
      print: { each: errors, text: "{error}. {suggestion?}" }`,
  );
  expect(tabs.match(/The response is the error 400\./g)).toHaveLength(3);
  expect(tabs).toContain(`answer=$(curl -sS -w '\\n%{http_code}' -X POST`);
  expect(tabs).not.toMatch(/^send '/m);
  expect(tabs).toContain('if response.status_code != 400:');
  expect(tabs).toContain('if (response.statusCode() != 400)');
  expect(tabs).toContain("print(f\"{item['error']}. {item.get('suggestion', '')}\")");
  expect(() =>
    tabsOf('custom-url-picker#validate', 'validate: { body: { selectedObjects: [] }, fails: 418 }'),
  ).toThrow(/418 is no error of the operation/);
});

it.each([
  [
    'patchPolicy: { path: { id: !from updatePolicyStatus/id }, body: {} }',
    /updatePolicyStatus is no earlier/,
  ],
  ['patchPolicy: { path: { id: !from evaluate/reportId }, body: {} }', /there is no request evaluate/],
  ['patchPolicy: { path: { id: !from patchPolicy/nothing }, body: {} }', /no example .* has nothing/],
  [
    'patchPolicy: { path: { id: a }, body: {}, print: "{nothing}" }',
    /no example .* has nothing, which is printed/,
  ],
])('rejects %j, which names what no earlier response has', (values, problem) => {
  const all = `${values}\nupdatePolicyStatus: { path: { id: a }, body: { status: grace } }`;
  expect(() => tabsOf('governance#patchPolicy governance#updatePolicyStatus', all)).toThrow(problem);
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
