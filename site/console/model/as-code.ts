import { governance, governancePrefix } from '@tessera/contracts/calls/governance';
import { quoteForShell } from './curl.ts';

/** A request that a view makes, for a user who wants to make it without the console. */
export interface ShownCall {
  readonly curl: string;
  /** A program, with the client where there is one. */
  readonly clientCode: string;
}

/** Where the platform is, and whether it asks for a token. */
export interface Caller {
  readonly origin: string;
  readonly hasToken: boolean;
}

/** The variable that holds the token of the platform; the token itself is never shown. */
const TOKEN = 'TESSERA_TOKEN';

/** A request to a route that no contract has. */
export function routeAsCode({ hasToken }: Caller, url: string, body?: object): ShownCall {
  const token = `authorization: \`Bearer \${process.env.${TOKEN}}\``;
  const headers = [
    ...(body === undefined ? [] : ["'content-type': 'application/json'"]),
    ...(hasToken ? [token] : []),
  ];
  const options = [
    ...(body === undefined ? [] : ["method: 'POST'"]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${JSON.stringify(body, null, 2)})`]),
  ].join(', ');
  const clientCode = `const answer = await fetch(${JSON.stringify(url)}${options === '' ? '' : `, { ${options} }`});
console.log(await answer.json());
`;
  return { curl: curlOf(hasToken, body === undefined ? 'GET' : 'POST', url, body), clientCode };
}

/** Arguments of an operation, as the client takes them. */
export interface CallArguments {
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** A call of an operation of the Governance API. */
export function operationAsCode(
  { origin, hasToken }: Caller,
  operation: keyof typeof governance.operations & string,
  call: CallArguments,
): ShownCall {
  const entry = governance.operations[operation];
  if (entry === undefined) throw new Error(`The Governance API has no operation ${operation}.`);
  const { path = {}, body } = call;
  const place = entry.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
  const baseUrl = origin + governancePrefix;
  const token = hasToken ? `, token: () => process.env.${TOKEN} ?? ''` : '';
  const code = `await governance.${operation}(${JSON.stringify(call, null, 2)})`;
  // A task is followed until it has ended.
  const answer = entry.task === undefined ? code : `await (${code}).wait()`;
  return {
    curl: curlOf(hasToken, entry.method, baseUrl + place, body),
    clientCode: `import { createGovernance } from '@tessera/client/governance';

const governance = createGovernance({ baseUrl: ${JSON.stringify(baseUrl)}${token} });
console.log(${answer});
`,
  };
}

function curlOf(hasToken: boolean, method: string, url: string, body?: object): string {
  const parts = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${quoteForShell(url)}`];
  if (hasToken) parts.push(`-H "Authorization: Bearer $${TOKEN}"`);
  if (body !== undefined) {
    parts.push("-H 'content-type: application/json'");
    parts.push(`--data-raw ${quoteForShell(JSON.stringify(body))}`);
  }
  return parts.join(' \\\n  ');
}
