import type { ErrorCatalogEntry } from '@tessera/contracts/vocabulary';
import { errorAnchor } from './anchors.ts';
import { PartHeading } from './PartHeading.tsx';
import { ChosenNote, Inline } from './Text.tsx';

/** Errors with their causes and fixes. */
export function ErrorCatalog({ errors }: { errors: readonly ErrorCatalogEntry[] }) {
  if (errors.length === 0) return null;
  return (
    <section id="errors">
      <h2>Error catalog</h2>
      <p>Every error that these operations return, with its causes and what to do.</p>
      {errors.map((error) => (
        <section key={error.code} className="error" id={errorAnchor(error.code)}>
          <PartHeading anchor={errorAnchor(error.code)} name={error.code}>
            <code>{error.code}</code> <span className="badge">{error.status}</span>
          </PartHeading>
          <div className="part">
            <div className="about">
              <p>
                <Inline text={`\`${error.message}\``} />
              </p>
              {error.userMessage !== undefined && <p>{error.userMessage}</p>}
            </div>
            <div>
              <Remedies title="Causes" items={error.problems} />
              <Remedies title="What to do" items={error.solutions} />
              <ChosenNote chosen={error.chosen} />
            </div>
          </div>
        </section>
      ))}
    </section>
  );
}

function Remedies({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <>
      <p className="remedy">{title}</p>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <Inline text={item} />
          </li>
        ))}
      </ul>
    </>
  );
}
