import { readToken } from '../../shared/platform-token.ts';
import type { Caller, ShownCall } from '../model/as-code.ts';
import { CopyButton } from './CopyButton.tsx';
import { Menu } from './Menu.tsx';

/** Copies the request of a view: everything that the console shows can be read without it. */
export function AsCode({ call }: { call: (caller: Caller) => ShownCall }) {
  const read = (): ShownCall => call({ origin: location.origin, hasToken: readToken() !== '' });
  return (
    <Menu label="Copy request">
      <CopyButton label="Copy as curl" read={() => read().curl} />
      <CopyButton label="Copy as client code" read={() => read().clientCode} />
    </Menu>
  );
}
