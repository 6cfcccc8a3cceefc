import { useState } from 'react';
import { keepToken, readToken } from '../../shared/platform-token.ts';
import { describeProblem, statusOf } from '../model/describe-problem.ts';
import { Empty } from '../parts/Notice.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { ViewHead } from '../parts/ViewHead.tsx';

/** What the console shows when no platform responds, or when the platform requires a token. */
export function NoPlatform({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const status = statusOf(error);
  usePageTitle(status === 401 ? 'Token' : 'No platform');
  if (status === 401) return <TokenForm onGiven={onRetry} />;
  return (
    <>
      <ViewHead title="No platform answers here" />
      <Empty
        title="This server has only the files of the console."
        command="npx tessera platform --reference-servers --site site/dist"
      >
        <p>
          The console shows the platform that serves it. Start a platform that serves the site, then open the
          address that it prints:
        </p>
      </Empty>
      <p className="quiet">What was tried: {describeProblem(error).messages.join(' ')}</p>
      <button type="button" className="button button-primary" onClick={onRetry}>
        Try again
      </button>
    </>
  );
}

function TokenForm({ onGiven }: { onGiven: () => void }) {
  const [token, setToken] = useState('');
  return (
    <>
      <ViewHead title="This platform asks for a token" />
      <p>It is the text after --token, or in TESSERA_TOKEN. It is kept until you close this tab.</p>
      {readToken() !== '' && (
        <p className="notice notice-bad" role="alert">
          The platform did not accept the token that was given.
        </p>
      )}
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          keepToken(token);
          onGiven();
        }}
      >
        <label>
          Token
          <input
            type="password"
            autoComplete="off"
            required
            value={token}
            onChange={({ target }) => setToken(target.value)}
          />
        </label>
        <button type="submit" className="button button-primary">
          Continue
        </button>
      </form>
    </>
  );
}
