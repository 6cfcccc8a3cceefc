import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SITE_ROOT } from '../config.ts';
import { FRONT_MATTER_KEYS } from '../content/front-matter.ts';
import { CURRENT_VERSION } from '../content/releases.ts';
import { renderMarkdown } from '../markdown/render.ts';
import type { Problem } from '../problems.ts';
import { allApis, apiOf, errorsOf } from './catalog.ts';
import { CONTRACT_DIRECTIVES } from './directives.ts';
import { parameterKeyword } from './keywords.ts';
import { writeOutContracts } from './plugin.ts';
import { errorsTable, transportErrorsTable } from './tables.ts';

function render(body: string, contracts: readonly string[] = []) {
  const problems: Problem[] = [];
  const rendered = renderMarkdown({
    file: 'a.md',
    absolute: `${SITE_ROOT}/a.md`,
    body,
    bodyOffset: 10,
    version: CURRENT_VERSION,
    contracts,
    terms: [],
    resolveLink: (href) => href,
    addImage: ({ name }) => name,
    problems,
  });
  const html = rendered.html.replaceAll('<wbr>', '');
  return { ...rendered, html, problems: problems.map(({ line, message }) => `${line} ${message}`) };
}

/** Contracts that a project can serve; notifications are a schema only. */
const EXTENSION_POINTS = allApis()
  .filter(({ api, area }) => area === 'extension-points' && api.id !== 'notifications')
  .map(({ api }) => api.id);

describe('a value of the contracts', () => {
  it.each([
    ['{{RUNNING}}', '<code>RUNNING</code>'],
    ['{{ProvisioningTaskStatus.RUNNING}}', '<code>RUNNING</code>'],
    ['{{ProvisioningRequest/descriptorKind.COMPONENT_DESCRIPTOR}}', '<code>COMPONENT_DESCRIPTOR</code>'],
    ['{{custom-url-picker#retrieveValues.limit.minimum}}', '5'],
    ['{{perimeter-resolver#resolveResources.limit.maximum}}', '50'],
    ['{{tech-adapter#ProvisioningRequest/removeData.default}}', '<code>false</code>'],
    ['{{governance#ResultScheduling/toleranceWindowLength.default}}', '<code>PT1H</code>'],
    [
      '{{tech-adapter#validate}}',
      '<a href="/extension-points/tech-adapter/#tag/tech-adapter-validation/POST/tech-adapter/v1/validate"><code class="call"><b class="post">POST</b> /tech-adapter/v1/validate</code></a>',
    ],
    [
      '{{schema:tech-adapter#ProvisioningRequest}}',
      '<a href="/extension-points/tech-adapter/#schema/tech-adapter/ProvisioningRequest"><code>ProvisioningRequest</code></a>',
    ],
    [
      '{{error:tech-adapter:DESCRIPTOR_REQUIRED}}',
      '<a href="/extension-points/tech-adapter/#error/DESCRIPTOR_REQUIRED"><code>DESCRIPTOR_REQUIRED</code></a>',
    ],
  ])('%s is printed', (given, html) => {
    const rendered = render(`A ${given} z.`, ['tech-adapter']);
    expect(rendered).toMatchObject({ html: `<p>A ${html} z.</p>\n`, problems: [] });
  });

  it('works in a cell of a table and in a list, and stays as it is in code', () => {
    const { html } = render('| A |\n|---|\n| {{RUNNING}} |\n\n- {{FAILED}}\n- `{{FAILED}}`\n', [
      'tech-adapter',
    ]);
    expect(html).toContain('<td><code>RUNNING</code></td>');
    expect(html).toContain('<li><code>FAILED</code></li>');
    expect(html).toContain('<li><code>{{FAILED}}</code></li>');
  });

  it.each([
    ['{{NO_SUCH}}', 'no enumeration of tech-adapter has the value NO_SUCH'],
    ['{{ProvisioningTaskStatus.WAITING}}', 'no enumeration of tech-adapter has the value WAITING'],
    ['{{tech-adapter#nothing}}', /^11 tech-adapter has no operation nothing; known: asyncValidate, /],
    ['{{no-such#validate}}', /^11 there is no API no-such; known: data-catalog-plugin, /],
    [
      '{{perimeter-resolver#resolveResources.limit.pattern}}',
      'perimeter-resolver#resolveResources.limit has no pattern',
    ],
    [
      '{{perimeter-resolver#resolveResources.size.maximum}}',
      'perimeter-resolver#resolveResources has no parameter size; known: environment, resource-types, id, offset, limit',
    ],
    ['{{schema:tech-adapter#Nothing}}', /^11 tech-adapter has no schema Nothing; known: /],
    ['{{tech-adapter#ProvisioningRequest/no.default}}', 'tech-adapter#ProvisioningRequest has no member no'],
    [
      '{{error:tech-adapter:HOOK_IMMUTABLE}}',
      'no operation of tech-adapter answers with the error HOOK_IMMUTABLE',
    ],
  ])('%s is refused', (given, problem) => {
    const { problems } = render(`A ${given} z.`, ['tech-adapter']);
    expect(problems).toEqual([
      typeof problem === 'string' ? `11 ${problem}` : expect.stringMatching(problem),
    ]);
  });

  it('of a name with # is also refused in code, where it would stay as it is', () => {
    const text = 'One\ntwo `{{governance#ResourceDescriptorConfiguration/resourceFilterField.default}}`.';
    expect(render(text).problems).toEqual([
      expect.stringMatching(/^12 \{\{governance#.*\}\} is not replaced in code: remove the backticks/),
    ]);
    expect(render('`{{FAILED}}` and `{{ values.name }}`').problems).toEqual([]);
  });

  it('[155] is reported on its own line of a paragraph, and a page has to say which contracts it speaks of', () => {
    expect(render('One\ntwo {{RUNNING}}.').problems).toEqual([
      '12 {{RUNNING}} needs the front matter key "contracts" with the API it comes from',
    ]);
  });
});

describe('a directive', () => {
  it.each([
    [
      'operations tech-adapter',
      [
        '<b class="delete">DELETE</b> /tech-adapter/v1/provision/{token}</code>',
        'Operations of the Tech Adapter API',
      ],
    ],
    [
      'operation tech-adapter#provision',
      ['Request body', 'ProvisioningTaskStatus', '<code>202</code>', 'DESCRIPTOR_REQUIRED'],
    ],
    ['parameters custom-url-picker#retrieveValues', ['<code>limit</code>', 'query, required', 'At least 5']],
    ['schema tech-adapter#ProvisioningRequest', ['<code>removeData</code>', 'Default <code>false</code>']],
    ['enum tech-adapter#ProvisioningTaskStatus', ['<li><code>TERMINATING</code>']],
    ['enum tech-adapter#ProvisioningRequest/descriptorKind', ['<li><code>COMPONENT_DESCRIPTOR</code>']],
    ['errors tech-adapter', ['TERMINATION_UNSUPPORTED', 'Status']],
    ['errors tech-adapter#provision', ['DESCRIPTOR_REQUIRED']],
    ['transport coordinator-v2', ['MEDIA_TYPE_UNSUPPORTED', 'SERVER_BUSY', '<code>405</code>']],
    ['schema governance#ResultScheduling', ['Pattern <code class="long">^([*]|']],
    ['rules marketplace-plugin', ['After the call, exactly the identities']],
    ['rules marketplace-plugin#UpdateAclRequest', ['<p>After the call, exactly the identities']],
    ['capabilities tech-adapter', ['Validation as a task', '<code>501</code>']],
    ['chosen tech-adapter', ['No size limit is specified']],
    [
      'example tech-adapter#provision request',
      ['&quot;descriptor&quot;: &quot;&lt;content of descriptor.yaml&gt;&quot;', 'Shipment Tracking'],
    ],
    ['example notifications#receiveNotification request access', ['recipientType_v2']],
    ['descriptor shipment-tracking', ['urn:dmb:dp:logistics:shipment-tracking:1']],
  ])('contract %s stands for what the contracts say', (given, expected) => {
    const { html, problems, samples } = render(`Before.\n\n::: contract ${given}\n\nAfter.`);
    expect(problems).toEqual([]);
    for (const text of expected) expect(html.replaceAll(/<span[^>]*>|<\/span>/g, '')).toContain(text);
    // The samples are checked together with the contracts.
    expect(samples).toEqual([]);
  });

  it('shows the members that it is asked for', () => {
    const { html } = render('::: contract schema tech-adapter#ProvisioningRequest only=removeData');
    expect(html).toContain('aria-label="Members of ProvisioningRequest"');
    expect(html.match(/<tr\b/g)).toHaveLength(2);
  });

  it('shows settings and functions of the client library as the library documents them', () => {
    const { html, problems } = render('::: sdk ClientOptions\n\n::: sdk createTechAdapter');
    expect(problems).toEqual([]);
    expect(html).toContain('<code>baseUrl</code> required');
    expect(html).toContain('Maximum number of retries; defaults to 2.');
    expect(html).toContain('aria-label="ClientOptions of the client library"');
    expect(html.replaceAll(/<[^>]*>/g, '')).toContain(
      'function createTechAdapter(options: ClientOptions): TechAdapter;',
    );
  });

  it('[171] shows the public surface of the client library, and the operation behind each of its functions', () => {
    const { html, problems } = render(
      '::: sdk section Classes\n\n::: sdk section @tessera/client/urn\n\n::: sdk operations tech-adapter',
    );
    expect(problems).toEqual([]);
    expect(html).toMatch(/<h3 id="apierror"/);
    expect(html).toMatch(/<h3 id="parseurn"/);
    const text = html.replaceAll(/<[^>]*>/g, '');
    expect(text).toMatch(/import \{ createTechAdapter \} from .*@tessera\/client\/tech-adapter/);
    expect(html).toMatch(/<a href="[^"]*\/updateacl"><code>updateacl<\/code><\/a>/);
    expect(text).toMatch(/updateacl\(\{ body \}\)[\s\S]*?POST \/tech-adapter\/v1\/updateacl/);
  });

  it('shows what a command says about itself', () => {
    expect(render('::: help tessera init').html).toContain('CONTRACT FOLDER');
  });

  it('shows the flags of a command with their variables, values and defaults', () => {
    const { html, problems } = render('::: flags tessera-serve tech-adapter');
    expect(problems).toEqual([]);
    expect(html).toMatch(
      /<code>--log-level LEVEL<\/code>[\s\S]*?<code>TESSERA_LOG_LEVEL<\/code>[\s\S]*?one of silent, [\s\S]*?default: warn/,
    );
    expect(html).not.toContain('--decision');
  });

  it('shows a file of a project that init writes, and the versions that it was proven with', () => {
    const { html } = render('::: template python tech-adapter app/handlers.py\n\n::: template java versions');
    expect(html).toContain('app/handlers.py');
    expect(html).toContain('update_acl');
    expect(html).toContain('spring-boot');
  });

  it('shows how to start the project of a contract in each language', () => {
    const { html, problems } = render('::: template start llm-engine');
    const text = html.replaceAll(/<[^>]*>/g, '');
    expect(problems).toEqual([]);
    for (const language of ['python', 'java', 'typescript'])
      expect(text).toContain(`npx tessera init llm-engine ../my-engine --language ${language}`);
    expect(text).toContain('mvn package');
  });

  it('shows a whole program in tabs, the file to fill in first, and the requests that it gets', () => {
    const { html, problems, samples } = render('::: template program tech-adapter');
    const text = html.replaceAll(/<[^>]*>/g, '');
    expect({ problems, samples }).toEqual({ problems: [], samples: [] });
    expect(text.indexOf('def provision')).toBeLessThan(text.indexOf('app/api.py: defines the operations'));
    expect(html).toContain('<summary>app/tasks.py');
    expect(text).not.toContain('class ContractModel');
    expect(text).toContain('http://127.0.0.1:8080/tech-adapter/v1/provision/$token/status');
    expect(text).toContain('descriptor.yaml |');
  });

  it.each(EXTENSION_POINTS)('shows the program of %s in every language', (contract) => {
    const { html, problems } = render(`::: template program ${contract}`);
    const tabs = [...html.matchAll(/role="tab" [^>]*>([^<]+)</g)].map(([, label]) => label);
    expect({ problems, tabs }).toEqual({ problems: [], tabs: ['Python', 'Java', 'TypeScript', 'curl'] });
    expect(html).toContain('Handlers.java');
  });

  it('adds requests in other languages to the tabs of a program', () => {
    const values = '  askDocs:\n    body: { query: "What is a snapshot?" }';
    const { html, problems } = render(
      `:::: tabs group=language\n::: tab TypeScript\nA program.\n:::\n::: contract requests docs-agent#askDocs\n${values}\n::::`,
    );
    const text = html.replaceAll(/<[^>]*>/g, '');
    const tabs = [...html.matchAll(/role="tab" [^>]*>([^<]+)</g)].map(([, label]) => label);
    expect({ problems, tabs }).toEqual({ problems: [], tabs: ['TypeScript', 'curl', 'Python', 'Java'] });
    expect(text).toContain('response = requests.post(');
    expect(text).toContain('HttpRequest.newBuilder');
    expect(text.split('What is a snapshot?')).toHaveLength(4);
    expect(html).toContain('href="/api/docs-agent/');
  });

  it('shows no path of the machine that builds the site', () => {
    const { html } = render('::: template typescript custom-url-picker package.json');
    expect(html.replaceAll(/<[^>]*>/g, '')).toContain('&quot;file:../tessera/reference-servers&quot;');
  });

  it('shows container files, and versions by language', () => {
    const { html } = render('::: template container tech-adapter\n\n::: template versions llm-engine');
    const text = html.replaceAll(/<[^>]*>/g, '');
    expect(text).toContain('FROM python:');
    expect(text).toContain('FROM maven:');
    expect(text).toMatch(/fastapi \d/);
    expect(text).toMatch(/spring-boot \d/);
  });

  it('shows fixes of failed checks, contract versions, and a request to a platform', () => {
    const { html } = render(
      '::: contract fixes tech-adapter\n\n::: contract versions tech-adapter\n\n::: contract curl builder#registerTechAdapter',
    );
    expect(html).toContain('href="/conformance/tech-adapter/ta-01/"');
    expect(html).toContain('href="/docs/p10_releases/contract_changes/#tech-adapter"');
    expect(html.replaceAll(/<[^>]*>/g, '')).toContain('curl -s -X POST');
  });

  it.each([
    ['contract nothing tech-adapter', /contract nothing is unknown; known: operations, /],
    ['contract operations no-such', /there is no API no-such/],
    ['contract schema tech-adapter#ProvisioningRequest only=a,removeData', /there is no member a/],
    ['contract enum tech-adapter#ProvisioningRequest', /is no enumeration/],
    ['contract parameters tech-adapter#validate', /has no parameters/],
    ['contract rules llm-engine', /no rules for llm-engine/],
    ['contract rules marketplace-plugin#Nothing', /no schema Nothing/],
    ['contract fixes governance', /the conformance suite does not check governance/],
    ['contract requests governance#listResourceTypes', /needs the values that the program of the page sends/],
    ['contract curl tech-adapter#nothing', /has no operation nothing/],
    ['template start no-such', /there is no API no-such/],
    ['contract example tech-adapter#provision 418', /has no 418; known: request, 200/],
    ['contract example tech-adapter#provision request missing', /has no example missing; known: /],
    ['contract descriptor missing', /there is no descriptor missing; known: shipment-tracking/],
    ['help tessera-nothing', /tessera-nothing is no command/],
    ['template python teapot app/main.py', /there is no Python template teapot/],
    ['template python tech-adapter app/teapot.py', /has no file app\/teapot.py; it has .*app\/handlers.py/],
    ['template cobol versions', /no project in cobol is proven/],
    ['sdk Nothing', /exports no function or interface Nothing/],
    ['sdk section Nothing', /no section Nothing; known: Functions, /],
    ['sdk operations no-such', /there is no API no-such/],
    ['help tessera-serve; id', /is no command/],
    ['flags tessera-serve teapot', /tessera-serve teapot has no flags/],
  ])('%s is refused with its line', (given, problem) => {
    const { problems } = render(`Before.\n\n::: ${given}`);
    expect(problems).toEqual([expect.stringMatching(/^13 /)]);
    expect(problems[0]).toMatch(problem);
  });
});

describe('the Markdown of a page', () => {
  it('has values and tables instead of what stands for them, but not inside code', () => {
    const body =
      'A {{RUNNING}} and `{{RUNNING}}`.\n\n::: contract enum tech-adapter#DescriptorKind\n\n```yaml\n{{RUNNING}}\n```\n';
    const text = writeOutContracts(body, ['tech-adapter']);
    expect(text).toContain('A `RUNNING` and `{{RUNNING}}`.');
    expect(text).toContain('- `COMPONENT_DESCRIPTOR`');
    expect(text).toContain('```yaml\n{{RUNNING}}\n```');
  });
});

describe('the guide for writers', () => {
  const guide = readFileSync(path.join(SITE_ROOT, 'WRITERS.md'), 'utf8');

  it('knows every directive and every key of the front matter', () => {
    expect(CONTRACT_DIRECTIVES.filter((name) => !guide.includes(`::: contract ${name} `))).toEqual([]);
    for (const kind of ['flags', 'help', 'sdk', 'template']) expect(guide).toContain(`::: ${kind} `);
    expect(FRONT_MATTER_KEYS.filter((key) => !guide.includes(key))).toEqual([]);
  });
});

describe('a keyword', () => {
  it('is found for every parameter of every operation that has a default', () => {
    const names = allApis().flatMap(({ api }) =>
      api.operations.flatMap(({ id, parameters }) =>
        parameters.flatMap((one) =>
          one.default === undefined
            ? []
            : [{ name: `${api.id}#${id}.${one.name}.default`, value: one.default }],
        ),
      ),
    );
    expect(names.length).toBeGreaterThan(10);
    for (const { name, value } of names) expect([name, parameterKeyword(name)]).toEqual([name, value]);
  });
});

describe('the errors of an API', () => {
  it('are those that its operations name', () => {
    const codes = errorsOf(apiOf('builder')).map(({ code }) => code);
    expect(codes).toContain('HOOK_IMMUTABLE');
    expect(codes).not.toContain('DESCRIPTOR_REQUIRED');
  });

  it('all say what to do', () => {
    const silent = allApis().flatMap((placed) =>
      errorsOf(placed).flatMap(({ code, solutions }) => (solutions.length === 0 ? [code] : [])),
    );
    expect(silent).toEqual([]);
  });

  it('are called codes only if responses contain all of them', () => {
    expect(errorsTable(apiOf('llm-engine'))).toContain('| Error | Status |');
    expect(errorsTable(apiOf('llm-engine'))).toContain('The names are not in the responses.');
  });

  it('state the field that contains the name, if errors of one API have different ones', () => {
    const rows = errorsTable(apiOf('governance')).split('\n');
    expect(rows.find((row) => row.includes('`RESOURCE_NOT_FOUND`'))).toContain('| `error` | `400` |');
    expect(rows.find((row) => row.includes('`CGP_REQUEST_INVALID`'))).toContain('| `code` | `400` |');
    expect(rows.find((row) => row.includes('`CGP_REPORT_NOT_FOUND`'))).toContain('| none | `404` |');
  });

  it('of every request are said to have a code only where the API has codes', () => {
    expect(transportErrorsTable(apiOf('coordinator-v2'))).toContain('in the field `code`');
    expect(transportErrorsTable(apiOf('tech-adapter'))).toContain('The names are not in the responses');
  });
});
