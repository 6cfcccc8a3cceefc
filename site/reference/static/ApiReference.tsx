import type { ReferenceApi, ReferenceModel } from '@tessera/contracts/reference-model';
import type { ErrorCatalogEntry } from '@tessera/contracts/vocabulary';
import { LOCAL_ORIGIN } from '../samples/sample-request.ts';
import { apiAnchor, errorAnchor, lifecycleAnchor, webhookAnchor } from './anchors.ts';
import { GuideLinks } from './GuideLinks.tsx';
import type { Guides } from './guides.ts';
import { Lifecycle } from './Lifecycle.tsx';
import { Method, Operation, SchemaLink } from './Operation.tsx';
import { Schema } from './Schema.tsx';
import { Description, Inline } from './Text.tsx';

interface ApiReferenceProps {
  readonly api: ReferenceApi;
  /** Address of the file that the panel for requests reads. */
  readonly requests: string | undefined;
  readonly guides: Guides;
}

/** Everything of one API except its errors, complete without scripts. */
export function ApiReference({ api, requests, guides }: ApiReferenceProps) {
  return (
    <section
      className="api"
      id={apiAnchor(api)}
      data-requests={requests}
      data-base={LOCAL_ORIGIN + api.prefix}
    >
      <p className="lead">
        <Inline text={api.summary} />
      </p>
      <Description text={api.description} />
      <GuideLinks guides={guides.get(api.id) ?? []} />
      {api.tags.map((tag) => (
        <section key={tag.anchor} id={tag.anchor}>
          <h2>{tag.name}</h2>
          <Description text={tag.description} />
          {api.operations
            .filter((operation) => operation.tag === tag.name)
            .map((operation) => (
              <Operation
                key={operation.anchor}
                operation={operation}
                api={api}
                guides={guides.get(operation.anchor) ?? []}
              />
            ))}
        </section>
      ))}
      {api.webhooks.map((webhook) => (
        <section key={webhook.name} className="operation" id={webhookAnchor(api, webhook.name)}>
          <h3>{webhook.summary}</h3>
          <p className="endpoint">
            <Method method={webhook.method} /> <code>{webhook.name}</code>
          </p>
          <Description text={webhook.description} />
          <GuideLinks guides={guides.get(webhookAnchor(api, webhook.name)) ?? []} />
          {webhook.body && (
            <p>
              <code>{webhook.body.mediaType}</code>, <SchemaLink name={webhook.body.schema} api={api} />
            </p>
          )}
        </section>
      ))}
      <Rules api={api} />
      {api.lifecycles.length > 0 && (
        <section id={`${apiAnchor(api)}/lifecycles`}>
          <h2>Lifecycles</h2>
          {api.lifecycles.map((lifecycle) => (
            <Lifecycle
              key={lifecycle.name}
              lifecycle={lifecycle}
              anchor={lifecycleAnchor(api.id, lifecycle.name)}
            />
          ))}
        </section>
      )}
      <section id={`${apiAnchor(api)}/schemas`}>
        <h2>Schemas</h2>
        {api.schemas.map((schema) => (
          <Schema key={schema.name} schema={schema} api={api} />
        ))}
      </section>
    </section>
  );
}

function Rules({ api }: { api: ReferenceApi }) {
  if (api.rules.length === 0) return null;
  return (
    <section id={`${apiAnchor(api)}/rules`}>
      <h2>Rules</h2>
      <ul>
        {api.rules.map((rule) => (
          <li key={rule.id}>
            <Inline text={rule.sentence} />
            {rule.error && (
              <>
                {' '}
                (<a href={`#${errorAnchor(rule.error)}`}>{rule.error}</a>)
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The errors that a page of the API names, in the order of the catalog. */
export function errorsOfApi({ errors }: ReferenceModel, api: ReferenceApi): ErrorCatalogEntry[] {
  const codes = new Set([
    ...api.operations.flatMap((operation) => [
      ...Object.values(operation.errors).flat(),
      operation.capability?.absentError,
    ]),
    ...api.rules.map(({ error }) => error),
  ]);
  return errors.filter(({ code }) => codes.has(code));
}
