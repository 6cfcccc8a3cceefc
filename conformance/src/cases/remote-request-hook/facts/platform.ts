import {
  type Arrival,
  type FakePlatform,
  type Inbox,
  openPlatform,
  type Reply,
} from '../../../fake-platform/listener.ts';
import { memo, NotTestable } from '../../../suite/check.ts';
import { at } from '../../../suite/json.ts';
import type { Run } from '../../../suite/run.ts';

const NO_CALLBACK =
  'decisions cannot reach the suite: pass --callback-url with an address of this machine that the service can call';

/** The platform that receives decisions. It starts to listen when a check first needs an address. */
export function createPlatform({ session, settings, invent }: Run) {
  let platform: FakePlatform | undefined;
  /** The unique part of each address. */
  const given: string[] = [];

  const listener = memo(async () => {
    const { callback, target } = settings;
    if (callback === undefined && !isThisMachine(target)) throw new NotTestable(NO_CALLBACK);
    try {
      platform = await openPlatform({
        clock: session.now,
        // Not from the seed: a run may repeat an earlier one.
        run: Date.now().toString(36),
        ...(callback === undefined ? {} : { callback }),
      });
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new NotTestable(`cannot listen for decisions: ${why}; see --callback-port`);
    }
    return platform;
  });

  return {
    listener,
    /** An address with parts that libraries like to normalize: the hook must use it unchanged. */
    async openInbox(reply: () => Reply | Promise<Reply>, path = addressOf(invent('uuid'))): Promise<Inbox> {
      given.push(keyOf(path));
      return (await listener()).open(path, reply);
    },
    /**
     * A decision that was sent to a wrong address instead of this one; an address without a known part may belong to
     * any request.
     */
    strayFor({ url }: Inbox): Arrival | undefined {
      const decisions = (platform?.strays ?? []).filter(isDecision);
      const holds = ({ path }: Arrival, key: string): boolean => path.toLowerCase().includes(key);
      return (
        decisions.find((one) => holds(one, keyOf(url))) ??
        decisions.find((one) => !given.some((key) => holds(one, key)))
      );
    },
    /** Decisions at addresses that the suite did not send. */
    async strays(): Promise<readonly Arrival[]> {
      return (await listener()).strays.filter(isDecision);
    },
    async cleanUp(): Promise<readonly string[]> {
      await platform?.close();
      return [];
    },
  };
}

/** Other programs that connect to the listener send something else. */
function isDecision({ json }: Arrival): boolean {
  return at(json?.value, 'status') !== undefined;
}

/** The UUID in an address, or all of an address without a UUID. */
function keyOf(address: string): string {
  return (/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(address)?.[0] ?? address).toLowerCase();
}

/** Path and query of an address. */
function addressOf(name: string): string {
  return `/actionHandler//Hooks%3A1/${name}/?via=a%20b&to=x%2Fy&sum=1+1&n=1&n=2&none=`;
}

function isThisMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** The platform's answer to an accepted decision. */
export function takeDecision(): Reply {
  const now = new Date().toISOString();
  const body = {
    hookId: 'hook-1',
    hookName: 'RemoteRequestHook',
    actionId: 'action-1',
    actionName: 'AccessControlAction',
    creationAt: now,
    updateAt: now,
    status: 'OK',
  };
  return { status: 200, body };
}

export function answerError(status: number): Reply {
  return { status, body: { error: { message: 'The decision was not accepted.', details: {} } } };
}

/** One answer for the first request, and another one for all later requests. */
export function inTurn(first: () => Reply, then: () => Reply): () => Reply {
  let isFirst = true;
  return () => {
    if (!isFirst) return then();
    isFirst = false;
    return first();
  };
}
