/** How the platform names a server that did not answer. */
const UNREACHABLE = /got no complete answer from (\S+?):? /;

/** What a user can do about the error of a task. */
export function adviceFor(result: string): string {
  const [, address] = UNREACHABLE.exec(result) ?? [];
  return address === undefined
    ? 'Open the task to see the request and its answer. Correct the cause, then deploy again.'
    : `Start the server at ${address}, or correct its address, then deploy again. Adapters shows the state of each server.`;
}
