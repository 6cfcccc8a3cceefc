import type { ReferenceApi, ReferenceSchema } from '@tessera/contracts/reference-model';
import { PartHeading } from './PartHeading.tsx';
import { Constraints, Properties, TypeText } from './Properties.tsx';
import { type SchemaUse, usesOf } from './schema-uses.ts';
import { ChosenNote, Inline, Since } from './Text.tsx';

/** A named schema of an API with its properties. */
export function Schema({ schema, api }: { schema: ReferenceSchema; api: ReferenceApi }) {
  return (
    <section className="schema" id={schema.anchor}>
      <PartHeading anchor={schema.anchor} name={schema.name}>
        <code>{schema.name}</code> <Since version={schema.since} />
      </PartHeading>
      <div className="part">
        <div className="about">
          <p>
            <Inline text={schema.description} />
          </p>
          {schema.sinceByValue && (
            <p className="note">
              {Object.entries(schema.sinceByValue).map(([value, version]) => (
                <span key={value}>
                  <code>{value}</code> <Since version={version} />{' '}
                </span>
              ))}
            </p>
          )}
          <ChosenNote chosen={schema.chosen} />
          <Uses uses={usesOf(schema.name, api)} />
        </div>
        {schema.properties.length > 0 ? (
          <Properties properties={schema.properties} api={api} caption={`Properties of ${schema.name}`} />
        ) : (
          <div>
            <p className="property">
              <TypeText type={schema} api={api.id} />
            </p>
            <Constraints type={schema} />
          </div>
        )}
      </div>
    </section>
  );
}

function Uses({ uses }: { uses: readonly SchemaUse[] }) {
  if (uses.length === 0) return null;
  return (
    <details className="uses">
      <summary>Used by {uses.length}</summary>
      <ul className="names">
        {uses.map(({ label, anchor }) => (
          <li key={anchor}>
            <a href={`#${anchor}`}>{label}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}
