import type { ReferenceOperation } from '@tessera/contracts/reference-model';
import { curlSample } from '../../reference/samples/curl-sample.ts';
import { LOCAL_ORIGIN, type SampleRequest, sampleRequest } from '../../reference/samples/sample-request.ts';
import { filesIn, TextFile } from '../../reference/samples/text-files.ts';
import type { PlacedApi } from './catalog.ts';
import { blocks, fence, fileFence } from './markdown.ts';

/** Where the projects of `tessera init` listen. */
const OWN_ORIGIN = 'http://127.0.0.1:8080';

/** The requests of all operations of an API as commands, in the order of the contract, and the files that they send. */
export function curlMarkdown({ api }: PlacedApi): string {
  const files = new Map<string, string>();
  const commands = api.operations.map((operation) => commandOf(operation, api, files));
  const hasTasks = api.operations.some(({ longRunning }) => longRunning !== undefined);
  return blocks(
    'The platform sends these requests. The values are the examples of the contract.',
    files.size === 0 ? '' : 'Save these files. The commands need `jq`, which puts them into request bodies.',
    ...[...files].map(([name, text]) => `:::: details ${name}\n${fileFence(new TextFile(name, text))}\n::::`),
    hasTasks
      ? 'A request that starts a task stores its token. The requests that read or stop a task use the token that was stored last:'
      : 'Send the requests:',
    fence('sh', commands.join('\n\n')),
  );
}

/** The request of one operation to a platform on this machine, as a command. */
export function curlCommand({ api }: PlacedApi, operation: ReferenceOperation): string {
  return fence('sh', silentCurl(sampleRequest(operation, api)));
}

/** The command without a progress meter: readers store or pipe its output. */
function silentCurl(request: SampleRequest): string {
  return curlSample(request).replace(/(^|\n {2})curl /, '$1curl -s ');
}

/** The command of an operation; the file of its body is added to `files`, by its name. */
function commandOf(operation: ReferenceOperation, api: PlacedApi['api'], files: Map<string, string>): string {
  const request = sampleRequest(operation, api);
  let command = silentCurl(request).replaceAll(LOCAL_ORIGIN, OWN_ORIGIN);
  for (const { name, text } of filesIn(request.body?.value)) {
    const stored = storedName(name, text, operation, files);
    command = command.replace(` ${name} |`, () => ` ${stored} |`);
  }
  return `# ${operation.summary}\n${withToken(operation, request.url, command)}`;
}

/** Operations that send the same text share a file; another text gets the name of its operation too. */
function storedName(
  name: string,
  text: string,
  { id }: ReferenceOperation,
  files: Map<string, string>,
): string {
  const stored = (files.get(name) ?? text) === text ? name : `${id}-${name}`;
  files.set(stored, text);
  return stored;
}

/** A command that starts a task stores the token; commands that need one use it. */
function withToken(operation: ReferenceOperation, url: string, command: string): string {
  if (operation.longRunning !== undefined) return `token=$(${command} | tr -d '"')`;
  if (!operation.path.includes('{token}')) return command;
  const [before = '', after = ''] = operation.path.split('{token}');
  return command.replace(
    `'${url.replace(LOCAL_ORIGIN, OWN_ORIGIN)}'`,
    `"${OWN_ORIGIN}${before}$token${after}"`,
  );
}
