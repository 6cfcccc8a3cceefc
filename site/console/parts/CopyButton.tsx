import { copyBy } from '../../theme/enhance/copy-by.ts';

/** Puts a text into the clipboard, and says whether that worked. */
export function CopyButton({ label, name, read }: { label: string; name?: string; read: () => string }) {
  return (
    <button
      type="button"
      className="button button-small"
      aria-label={name}
      onClick={({ currentTarget }) => void copyBy(currentTarget, read)}
    >
      {label}
    </button>
  );
}
