import type { ReferenceApi, ReferenceModel } from '@tessera/contracts/reference-model';
import type { ErrorCatalogEntry } from '@tessera/contracts/vocabulary';
import { LOCAL_ORIGIN } from '../samples/sample-request.ts';
import { GuideLinks } from './GuideLinks.tsx';
import type { Guides } from './guides.ts';
import { Lifecycle } from './Lifecycle.tsx';
import { errorAnchor, lifecycleAnchor, Method, Operation, SchemaLink } from './Operation.tsx';
import { ReleaseNotices } from './ReleaseNotices.tsx';
import { Schema } from './Schema.tsx';
import { ChosenNote, Description, Inline } from './Text.tsx';

interface ReferencePageProps {
  readonly model: ReferenceModel;
  /** Address of a file under `/openapi/`. */
  readonly specUrl: (name: string) => string;
  /** Address of the style sheet and script of the interactive reference. */
  readonly interactive: InteractiveFiles;
  readonly guides: Guides;
  /** Address of the page that lists the changes of every contract; absent on a site without it. */
  readonly changes?: string | undefined;
  /** Older releases that a reader can choose. */
  readonly olderReleases?: readonly string[];
}

export interface InteractiveFiles {
  readonly script: string;
  readonly styles: readonly string[];
  /** The contract as the interactive client reads it, by area. */
  readonly specs: Readonly<Record<string, string>>;
  /** What the panel that sends requests knows, by API: fetched when the panel opens. */
  readonly requests: Readonly<Record<string, string>>;
  /** Says whether the reference servers answer on this origin. */
  readonly health: string;
}

/** A whole area of contracts, complete without scripts. */
export function ReferencePage({
  model,
  specUrl,
  interactive,
  guides,
  changes,
  olderReleases = [],
}: ReferencePageProps) {
  const merged = specUrl(`${model.area}.openapi.json`);
  return (
    <div className="reference-layout">
      <ReferenceNav model={model} />
      <div className="reference-content">
        <h1>{model.title}</h1>
        <p className="reference-version">Version {model.version}</p>
        <ReleaseNotices model={model} others={olderReleases} changes={changes} />
        <Description text={model.description} />
        <div className="reference-actions">
          <button
            type="button"
            className="primary needs-js"
            data-open-interactive=""
            data-spec={interactive.specs[model.area] ?? merged}
            data-health={interactive.health}
            data-script={interactive.script}
            data-styles={interactive.styles.join(' ')}
          >
            Open interactive reference
          </button>
          <a href={merged} download="">
            OpenAPI file of all APIs
          </a>
        </div>
        {model.apis.map((api) => (
          <Api
            key={api.id}
            api={api}
            specUrl={specUrl}
            requests={interactive.requests[api.id]}
            guides={guides}
            changes={changes}
          />
        ))}
        <ErrorCatalog errors={model.errors} />
      </div>
    </div>
  );
}

function ReferenceNav({ model }: { model: ReferenceModel }) {
  return (
    <nav className="reference-nav" aria-label={`Contents of ${model.title}`}>
      <details className="reference-menu" open>
        <summary>Contents</summary>
        {model.apis.map((api) => (
          <div key={api.id}>
            <p>
              <a href={`#${apiAnchor(api)}`}>{api.title}</a>
            </p>
            <ul>
              {api.operations.map((operation) => (
                <li key={operation.anchor}>
                  <a href={`#${operation.anchor}`}>
                    <Method method={operation.method} /> <span>{operation.summary}</span>
                  </a>
                </li>
              ))}
              {api.webhooks.map((webhook) => (
                <li key={webhook.name}>
                  <a href={`#${webhookAnchor(api, webhook.name)}`}>{webhook.summary}</a>
                </li>
              ))}
              <li>
                <a href={`#${apiAnchor(api)}/schemas`}>Schemas</a>
              </li>
            </ul>
          </div>
        ))}
        <p>
          <a href="#errors">Error catalog</a>
        </p>
      </details>
    </nav>
  );
}

interface ApiProps {
  readonly api: ReferenceApi;
  readonly specUrl: (name: string) => string;
  readonly requests: string | undefined;
  readonly guides: Guides;
  readonly changes: string | undefined;
}

function Api({ api, specUrl, requests, guides, changes }: ApiProps) {
  const ofApi = guides.get(api.id) ?? [];
  return (
    <section
      className="api"
      id={apiAnchor(api)}
      data-requests={requests}
      data-base={LOCAL_ORIGIN + api.prefix}
    >
      <h2>{api.title}</h2>
      <ApiVersion api={api} specUrl={specUrl} changes={changes} />
      <p className="lead">
        <Inline text={api.summary} />
      </p>
      <Description text={api.description} />
      <GuideLinks guides={ofApi} />
      {api.tags.map((tag) => (
        <section key={tag.anchor} id={tag.anchor}>
          <h3>{tag.name}</h3>
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
          <h4>{webhook.summary}</h4>
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
      {api.rules.length > 0 && (
        <section id={`${apiAnchor(api)}/rules`}>
          <h3>Rules</h3>
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
      )}
      {api.lifecycles.length > 0 && (
        <section id={`${apiAnchor(api)}/lifecycles`}>
          <h3>Lifecycles</h3>
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
        <h3>Schemas</h3>
        {api.schemas.map((schema) => (
          <Schema key={schema.name} schema={schema} api={api.id} />
        ))}
      </section>
    </section>
  );
}

function ApiVersion({ api, specUrl, changes }: Pick<ApiProps, 'api' | 'specUrl' | 'changes'>) {
  return (
    <p className="reference-version">
      Version {api.version} ·{' '}
      <a href={specUrl(`${api.id}.openapi.json`)} download="">
        OpenAPI file
      </a>
      {changes !== undefined && (
        <>
          {' '}
          · <a href={`${changes}#${api.id}`}>Changes by contract version</a>
        </>
      )}
    </p>
  );
}

function ErrorCatalog({ errors }: { errors: readonly ErrorCatalogEntry[] }) {
  return (
    <section id="errors">
      <h2>Error catalog</h2>
      <p>Every error that these operations return, with its causes and what to do.</p>
      {errors.map((error) => (
        <section key={error.code} className="error" id={errorAnchor(error.code)}>
          <h3>
            <code>{error.code}</code> <span className="badge">{error.status}</span>
          </h3>
          <p>
            <Inline text={`\`${error.message}\``} />
          </p>
          {error.userMessage !== undefined && <p>{error.userMessage}</p>}
          <Remedies title="Causes" items={error.problems} />
          <Remedies title="What to do" items={error.solutions} />
          <ChosenNote chosen={error.chosen} />
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

/** Fragment identifier of an API. */
export function apiAnchor(api: Pick<ReferenceApi, 'id'>): string {
  return `api/${api.id}`;
}

/** Fragment identifier of a webhook. */
export function webhookAnchor(api: Pick<ReferenceApi, 'id'>, name: string): string {
  return `webhook/${api.id}/${name}`;
}
