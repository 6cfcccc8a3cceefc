import type { ReferenceApi, ReferenceOperation } from '@tessera/contracts/reference-model';
import { hasChanged, historyOf } from './operation-changes.ts';
import { Inline } from './Text.tsx';

interface OperationChangesProps {
  readonly operation: ReferenceOperation;
  readonly api: ReferenceApi;
}

/** What changed in an operation, by contract version; nothing for one that has only been added. */
export function OperationChanges({ operation, api }: OperationChangesProps) {
  const history = historyOf(operation, api);
  if (!hasChanged(history)) return null;
  const { changes, deprecations } = history;
  return (
    <details className="changes">
      <summary>Changes of this operation</summary>
      <dl>
        {deprecations.length > 0 && <Entry name="Deprecated" texts={deprecations} />}
        {changes.map(({ contractVersion, texts }) => (
          <Entry key={contractVersion} name={contractVersion} texts={texts} />
        ))}
      </dl>
    </details>
  );
}

function Entry({ name, texts }: { readonly name: string; readonly texts: readonly string[] }) {
  return (
    <div>
      <dt>{name}</dt>
      {texts.map((text) => (
        <dd key={text}>
          <Inline text={text} />
        </dd>
      ))}
    </div>
  );
}
