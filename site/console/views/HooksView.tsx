import type { HookDecision } from '@tessera/contracts/types/builder';
import type { WaitingHook } from '@tessera/platform/routes';
import { useCallback, useState } from 'react';
import type { Notice } from '../api/change-feed.ts';
import { useConnection, useLive } from '../api/use-live.tsx';
import { formatDate } from '../model/format.ts';
import { Fact } from '../parts/Fact.tsx';
import { LiveView } from '../parts/LiveView.tsx';
import { type NextStep, NextSteps } from '../parts/NextSteps.tsx';
import { Empty, Failure } from '../parts/Notice.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { ViewHead } from '../parts/ViewHead.tsx';
import { hashOf } from '../route.ts';

const isHook = ({ kind }: NonNullable<Notice>): boolean => kind === 'hook';

/** Hooks that wait for a decision. */
export function HooksView() {
  usePageTitle('Hooks');
  const { api } = useConnection();
  const read = useCallback((signal: AbortSignal) => api.own.hooks(signal), [api]);
  const live = useLive(read, isHook);
  return (
    <>
      <ViewHead title="Waiting hooks" />
      <LiveView live={live} what="hooks">
        {(hooks) =>
          hooks.length === 0 ? (
            <>
              <Empty
                title="No hook waits for a decision."
                action={{ label: 'See the latest plans', href: hashOf(['plans']) }}
              >
                <p>
                  A request for access waits here until the approval service, or you, accept or reject it.
                </p>
              </Empty>
              <NextSteps rows={hooks.length} steps={NEXT_STEPS} />
            </>
          ) : (
            <ul className="hooks">
              {hooks.map((hook) => (
                <HookItem key={hook.hookId} hook={hook} onDecided={live.reread} />
              ))}
            </ul>
          )
        }
      </LiveView>
    </>
  );
}

const NEXT_STEPS: readonly NextStep[] = [
  {
    label: 'Deploy a unit',
    href: hashOf(['deploy']),
    text: 'Deploy a descriptor, and follow its plan until it ends or waits for a decision.',
  },
  {
    label: 'See what is deployed',
    href: hashOf(['units']),
    text: 'Find the units that people can request access to, with their environments.',
  },
  {
    label: 'Check the plugins',
    href: hashOf(['adapters']),
    text: 'Find out which servers the platform calls, such as the approval service.',
  },
];

/** Actions that hooks decide about, in words. */
const ACTIONS: Readonly<Record<string, string>> = { AccessControlAction: 'Request for access' };

function HookItem({ hook, onDecided }: { hook: WaitingHook; onDecided: () => void }) {
  const { hookId, hookName, actionId, actionName, creationAt, request } = hook;
  const { api } = useConnection();
  const [message, setMessage] = useState('');
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const decide = async (status: HookDecision): Promise<void> => {
    setSending(true);
    setError(undefined);
    const hookInfo = message.trim() === '' ? {} : { hookInfo: { message: message.trim() } };
    try {
      await api.builder.updateHook({ path: { id: hookId }, body: { status, ...hookInfo } });
    } catch (cause) {
      setError(cause);
    }
    setSending(false);
    onDecided();
  };
  return (
    <li className="sheet hook">
      <div className="hook-request">
        <h2>{ACTIONS[actionName] ?? actionName}</h2>
        <p className="quiet">
          Waiting since {formatDate(creationAt)} for a decision of the approval service, or yours. It belongs
          to <a href={hashOf(['plans', actionId])}>this plan</a>.
        </p>
        <dl className="facts">
          <Fact name="Who">{request.identities.join(', ') || 'no identity: access is revoked'}</Fact>
          <Fact name="To">
            <code>{request.target}</code>
          </Fact>
          <Fact name="In">{request.environment}</Fact>
          <Fact name="Hook">
            {hookName} <code>{hookId}</code>
          </Fact>
          {Object.entries(request.fields).map(([name, value]) => (
            <Fact key={name} name={name}>
              {typeof value === 'string' ? value : JSON.stringify(value)}
            </Fact>
          ))}
        </dl>
      </div>
      <div className="hook-decision">
        <label className="field">
          Message to the person who asked
          <input value={message} placeholder="Optional" onChange={({ target }) => setMessage(target.value)} />
        </label>
        <button
          type="button"
          className="button button-primary"
          disabled={isSending}
          onClick={() => void decide('OK')}
        >
          Accept
        </button>
        <button
          type="button"
          className="button button-bad"
          disabled={isSending}
          onClick={() => void decide('KO')}
        >
          Reject
        </button>
      </div>
      {error !== undefined && <Failure error={error} />}
    </li>
  );
}
