import type { ReferenceOperation } from '@tessera/contracts/reference-model';
import { curl } from '../../reference/samples/request-samples.ts';
import { BODY_FILE, LOCAL_ORIGIN, sampleRequest } from '../../reference/samples/sample-request.ts';
import type { PlacedApi } from './catalog.ts';
import { blocks, fence } from './markdown.ts';

/** Where the projects of `tessera init` listen. */
const OWN_ORIGIN = 'http://127.0.0.1:8080';
/** A longer body, in characters, is sent from a file. */
const INLINE_LENGTH = 400;

/** The requests of all operations of an API as commands, in the order of the contract, and the files that they send. */
export function curlMarkdown({ api }: PlacedApi): string {
  const bodies = new Map<string, string>();
  const commands = api.operations.map((operation) => commandOf(operation, api, bodies));
  const hasTasks = api.operations.some(({ longRunning }) => longRunning !== undefined);
  return blocks(
    'The platform sends these requests. The values are the examples of the contract.',
    bodies.size === 0 ? '' : 'Save the request bodies:',
    ...[...bodies].map(
      ([file, json]) => `:::: details ${file}\n${fence(`json title="${file}"`, json)}\n::::`,
    ),
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
function silentCurl(request: Parameters<typeof curl>[0]): string {
  return curl(request).replace('curl ', 'curl -s ');
}

/** The command of an operation; a long body is added to `bodies`, by the name of its file. */
function commandOf(
  operation: ReferenceOperation,
  api: PlacedApi['api'],
  bodies: Map<string, string>,
): string {
  const request = sampleRequest(operation, api);
  const { body } = request;
  const isFile = body !== undefined && (body.isFile || body.json.length > INLINE_LENGTH);
  const command = silentCurl({ ...request, ...(body && { body: { ...body, isFile } }) }).replaceAll(
    LOCAL_ORIGIN,
    OWN_ORIGIN,
  );
  const sent = isFile ? command.replace(BODY_FILE, fileOf(operation, body.json, bodies)) : command;
  return `# ${operation.summary}\n${withToken(operation, request.url, sent)}`;
}

/** Operations that send the same body share a file, named after the schema of the body. */
function fileOf({ id, body }: ReferenceOperation, json: string, bodies: Map<string, string>): string {
  const named = `${body?.schema ?? id}.json`;
  const file = (bodies.get(named) ?? json) === json ? named : `${id}.json`;
  bodies.set(file, json);
  return file;
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
