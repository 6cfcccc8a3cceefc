import type { ReferenceApi, ReferenceModel } from '@tessera/contracts/reference-model';
import { ApiReference, errorsOfApi } from './ApiReference.tsx';
import { ErrorCatalog } from './ErrorCatalog.tsx';
import type { Guides } from './guides.ts';
import { CallLink } from './Operation.tsx';
import { ReferenceIndex } from './ReferenceIndex.tsx';
import { ReferenceNav } from './ReferenceNav.tsx';
import { ReleaseNotices } from './ReleaseNotices.tsx';
import { Description } from './Text.tsx';

interface ReferencePageProps {
  readonly model: ReferenceModel;
  /** The API that the page describes; absent on the first page of the area, which lists them. */
  readonly api?: ReferenceApi | undefined;
  /** Address of the first page of the area, or of the page of an API. */
  readonly hrefOf: (api?: ReferenceApi) => string;
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

/** An API, or the list of the APIs of an area with all their errors; complete without scripts. */
export function ReferencePage(props: ReferencePageProps) {
  const { model, api, hrefOf, interactive, guides, changes, olderReleases = [] } = props;
  const shown = api === undefined ? model : { ...model, apis: [api], errors: errorsOfApi(model, api) };
  return (
    <div className="reference-layout">
      <ReferenceNav model={model} api={api} hasErrors={shown.errors.length > 0} hrefOf={hrefOf} />
      <div className="reference-content">
        {api !== undefined && <Way area={model.title} href={hrefOf()} title={api.title} />}
        <h1>{(api ?? model).title}</h1>
        {api !== undefined && <Overview api={api} />}
        <VersionLine {...props} />
        <ReleaseNotices model={shown} others={olderReleases} changes={changes} />
        {api === undefined && <Description text={model.description} />}
        <Actions {...props} />
        {api === undefined ? (
          <ReferenceIndex apis={model.apis} hrefOf={hrefOf} />
        ) : (
          <ApiReference api={api} requests={interactive.requests[api.id]} guides={guides} />
        )}
        <ErrorCatalog errors={shown.errors} />
      </div>
    </div>
  );
}

/** The area above the API. */
function Way({ area, href, title }: { area: string; href: string; title: string }) {
  return (
    <nav className="breadcrumbs" aria-label="Breadcrumbs">
      <ol>
        <li>
          <a href={href}>{area}</a>
        </li>
        <li aria-current="page">
          <span>{title}</span>
        </li>
      </ol>
    </nav>
  );
}

/** Up to so many operations are shown at once; of more, those that fit beside the introduction. */
const MOST_OPERATIONS = 14;
const FIRST_OPERATIONS = 10;

/** The operations of the API at a glance, beside its introduction. */
function Overview({ api: { operations, prefix } }: { api: ReferenceApi }) {
  if (operations.length === 0) return null;
  const start = operations.every(({ path }) => path.startsWith(`${prefix}/`)) ? prefix : '';
  const shown = operations.length > MOST_OPERATIONS ? FIRST_OPERATIONS : operations.length;
  return (
    <nav className="overview" aria-label="Operations">
      <p>
        Operations {start !== '' && <code>{start}</code>} <span>{operations.length}</span>
      </p>
      <OperationEntries operations={operations.slice(0, shown)} start={start} />
      {operations.length > shown && (
        <details>
          <summary>
            <span>Show all {operations.length}</span>
            <span>Show fewer</span>
          </summary>
          <OperationEntries operations={operations.slice(shown)} start={start} />
        </details>
      )}
    </nav>
  );
}

interface OperationEntriesProps extends Pick<ReferenceApi, 'operations'> {
  /** What all paths begin with; the heading shows it once. */
  readonly start: string;
}

function OperationEntries({ operations, start }: OperationEntriesProps) {
  return (
    <ul className="entries">
      {operations.map(({ anchor, method, path }) => (
        <li key={anchor}>
          <CallLink href={`#${anchor}`} method={method} name={path.slice(start.length)} />
        </li>
      ))}
    </ul>
  );
}

function VersionLine({ model, api, changes }: ReferencePageProps) {
  return (
    <p className="reference-version">
      Version {(api ?? model).version}
      {api !== undefined && changes !== undefined && (
        <>
          {' '}
          · <a href={`${changes}#${api.id}`}>Changes by contract version</a>
        </>
      )}
    </p>
  );
}

function Actions({ model, api, specUrl, interactive }: ReferencePageProps) {
  const merged = specUrl(`${model.area}.openapi.json`);
  return (
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
      <a href={api === undefined ? merged : specUrl(`${api.id}.openapi.json`)} download="">
        {api === undefined ? 'OpenAPI file of all APIs' : 'OpenAPI file'}
      </a>
    </div>
  );
}
