import type {
  ReferenceApi,
  ReferenceProperty,
  ReferenceSchema,
  ReferenceType,
} from '@tessera/contracts/reference-model';
import { ScrollRegion } from './ScrollRegion.tsx';
import { type SchemaUse, usesOf } from './schema-uses.ts';
import { ChosenNote, Inline, Since } from './Text.tsx';

/** A named schema of an API with its properties. */
export function Schema({ schema, api: contract }: { schema: ReferenceSchema; api: ReferenceApi }) {
  const api = contract.id;
  return (
    <section className="schema" id={schema.anchor}>
      <h3>
        <AnchorLink anchor={schema.anchor} name={schema.name} />
        <code>{schema.name}</code> <Since version={schema.since} />
      </h3>
      <p>
        <Inline text={schema.description} />
      </p>
      {schema.properties.length > 0 ? (
        <Properties properties={schema.properties} api={api} caption={`Properties of ${schema.name}`} />
      ) : (
        <p>
          <TypeText type={schema} api={api} />
          <Constraints type={schema} />
        </p>
      )}
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
      <Uses uses={usesOf(schema.name, contract)} />
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

/** The link of a heading to itself. */
export function AnchorLink({ anchor, name }: { anchor: string; name: string }) {
  const label = `Direct link to ${name}`;
  return (
    <a className="anchor" href={`#${anchor}`} aria-label={label} title={label}>
      #
    </a>
  );
}

interface PropertiesProps {
  readonly properties: readonly ReferenceProperty[];
  readonly api: string;
  readonly caption: string;
}

/** One row per property; properties of properties follow with their path. */
export function Properties({ properties, api, caption }: PropertiesProps) {
  return (
    <ScrollRegion className="table" label={caption}>
      <table className="properties">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>{rows(properties, api, '')}</tbody>
      </table>
    </ScrollRegion>
  );
}

function rows(properties: readonly ReferenceProperty[], api: string, prefix: string): React.ReactNode[] {
  return properties.flatMap((property) => {
    const name = prefix + property.name;
    const row = (
      <tr key={name}>
        <th scope="row">
          <code>{name}</code>
          <Flags isRequired={property.required} isDeprecated={property.deprecated === true} />
          <Since version={property.since} />
        </th>
        <td>
          <TypeText type={property} api={api} />
        </td>
        <td>
          <Inline text={property.description} />
          <Constraints type={property} />
          <ChosenNote chosen={property.chosen} />
        </td>
      </tr>
    );
    return [row, ...rows(property.properties ?? [], api, `${name}.`)];
  });
}

/** Required and deprecated, in words. */
export function Flags({ isRequired, isDeprecated }: { isRequired: boolean; isDeprecated: boolean }) {
  return (
    <>
      {isRequired && <span className="badge required">required</span>}
      {isDeprecated && <span className="badge deprecated">deprecated</span>}
    </>
  );
}

/** The type as a reader writes it, leading to its schema. */
export function TypeText({ type, api }: { type: ReferenceType; api: string }) {
  if (type.schema === undefined) return <span>{type.type}</span>;
  return <a href={`#${schemaAnchor(api, type.schema)}`}>{type.type}</a>;
}

/** Default, allowed values and bounds. */
export function Constraints({ type }: { type: ReferenceType }) {
  const hasDefault = type.default !== undefined;
  if (!hasDefault && type.constraints.length === 0 && type.values === undefined) return null;
  return (
    <ul className="constraints">
      {type.values && (
        <li>
          one of{' '}
          {type.values.map((value) => (
            <code key={String(value)}>{String(value)}</code>
          ))}
        </li>
      )}
      {hasDefault && (
        <li>
          default <code>{JSON.stringify(type.default)}</code>
        </li>
      )}
      {type.constraints.map((constraint) => (
        <li key={constraint}>{constraint}</li>
      ))}
    </ul>
  );
}

/** The fragment identifier that the generator gives a schema. */
export function schemaAnchor(api: string, name: string): string {
  return `schema/${api}/${name}`;
}
