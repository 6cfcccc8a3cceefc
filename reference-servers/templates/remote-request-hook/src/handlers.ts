import {
  createSender,
  findAddressProblem,
  type RemoteRequestHookHandlers,
  RemoteRequestHookProblem,
  systemClock,
} from '@tessera/reference-servers/kit';

/** Allow list for decisions: the host of your platform. The caller chooses the address, so restrict it. */
const rules = {
  allowedHosts: (process.env['ALLOWED_HOSTS'] ?? 'localhost,127.0.0.1,[::1]')
    .split(',')
    .map((host) => host.trim()),
  allowPrivate: process.env['ALLOW_PRIVATE'] === 'true',
};

/** Retries for three days, follows no redirect, and sends to allowed hosts only. */
const send = createSender(systemClock, rules);

/** Accepted requests; the same id again is the same request. Keep them in your database. */
const taken = new Set<string>();

/** Decides about a request. Replace it: ask a person, open a ticket, wait. */
async function decide(fields: object): Promise<{ status: 'OK' | 'KO'; message: string }> {
  const empty = Object.keys(fields).length === 0;
  return { status: empty ? 'KO' : 'OK', message: empty ? 'The form is empty.' : 'The form is filled in.' };
}

export const handlers: RemoteRequestHookHandlers = {
  // Responds at once; the decision is sent to `respondToUrl` later.
  requestApproval: ({ body, headers }, { log }) => {
    const { respondToUrl, fields } = body;
    const problem = findAddressProblem(respondToUrl, rules);
    if (problem !== undefined)
      throw new RemoteRequestHookProblem('HOOK_REQUEST_INVALID', { field: 'respondToUrl', problem });
    const id = headers['X-Request-ID'].toLowerCase();
    if (!taken.has(id)) {
      taken.add(id);
      const answer = async (): Promise<void> => {
        const { status, message } = await decide(fields);
        const decision = { status, hookInfo: { message } };
        const delivery = await send(respondToUrl, decision, { tried: (why) => log.warn(why) });
        if (delivery.outcome === 'failed') log.error(delivery, 'the decision is given up');
        else log.info(delivery, 'the decision was sent');
      };
      answer().catch((err: unknown) => log.error({ err }, 'the decision was not sent'));
    }
    return { hookInfo: { status: 'accepted', message: 'Your request will be looked at.' } };
  },
};
