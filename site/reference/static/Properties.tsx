import type { ReferenceApi, ReferenceProperty, ReferenceType } from '@tessera/contracts/reference-model';
import { schemaAnchor } from './anchors.ts';
import { ChosenNote, Inline, Since } from './Text.tsx';

interface PropertiesProps {
  readonly properties: readonly ReferenceProperty[];
  readonly api: ReferenceApi;
  readonly caption: string;
}

/** The properties of an object, each with what is known of it; those of an object inside it are folded below it. */
export function Properties({ properties, api, caption }: PropertiesProps) {
  return (
    <ul className="properties" aria-label={caption}>
      {properties.map((property) => (
        <Property key={property.name} property={property} api={api.id}>
          <Nested property={property} api={api} />
        </Property>
      ))}
    </ul>
  );
}

interface PropertyProps {
  readonly property: Omit<ReferenceProperty, 'properties'>;
  readonly api: string;
  readonly children?: React.ReactNode;
}

/** One property or parameter. */
export function Property({ property, api, children }: PropertyProps) {
  return (
    <li>
      <p className="property">
        <code>{property.name}</code> <TypeText type={property} api={api} />
        {property.required && <span className="badge required">required</span>}
        {property.deprecated && <span className="badge deprecated">deprecated</span>}
        <Since version={property.since} />
      </p>
      {property.description !== '' && (
        <p>
          <Inline text={property.description} />
        </p>
      )}
      <Constraints type={property} />
      <ChosenNote chosen={property.chosen} />
      {children}
    </li>
  );
}

/** Properties of the object itself, or by script a copy of those of its schema. */
function Nested({ property, api }: { property: ReferenceProperty; api: ReferenceApi }) {
  const schema = api.schemas.find(({ name }) => name === property.schema);
  if (schema && schema.properties.length > 0)
    return (
      <button type="button" className="nested needs-js" data-members={schema.anchor} aria-expanded={false}>
        Properties of {schema.name}
      </button>
    );
  if (!property.properties?.length) return null;
  const caption = `Properties of ${property.name}`;
  return (
    <details>
      <summary className="nested">{caption}</summary>
      <Properties properties={property.properties} api={api} caption={caption} />
    </details>
  );
}

/** The type as a reader writes it, leading to its schema. */
export function TypeText({ type, api }: { type: ReferenceType; api: string }) {
  if (type.schema === undefined) return <span className="type">{type.type}</span>;
  return (
    <a className="type" href={`#${schemaAnchor(api, type.schema)}`}>
      {type.type}
    </a>
  );
}

/** Default, allowed values and bounds. */
export function Constraints({ type }: { type: ReferenceType }) {
  const hasDefault = type.default !== undefined;
  if (!hasDefault && type.constraints.length === 0 && type.values === undefined) return null;
  return (
    <ul className="constraints">
      {type.values && (
        <li className="values">
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
