import type { ReferenceApi, ReferenceModel } from '@tessera/contracts/reference-model';
import { titleInList } from '../../shared/title.ts';
import { apiAnchor, partsOf, webhookAnchor } from './anchors.ts';
import { Method } from './Operation.tsx';

interface ReferenceNavProps {
  readonly model: ReferenceModel;
  /** The API of the page; undefined on the first page of the area. */
  readonly api: ReferenceApi | undefined;
  readonly hasErrors: boolean;
  /** Address of the first page of the area, or of the page of an API. */
  readonly hrefOf: (api?: ReferenceApi) => string;
}

/** All APIs of an area; the one that the page describes with its operations. */
export function ReferenceNav({ model, api, hasErrors, hrefOf }: ReferenceNavProps) {
  return (
    <nav className="reference-nav" aria-label={`Contents of ${(api ?? model).title}`}>
      <details className="reference-menu" open>
        <summary>
          <span>Contents</span>
          <span className="current-part" />
        </summary>
        <p>
          <a href={hrefOf()} {...(api === undefined && { 'aria-current': 'page' })}>
            All APIs
          </a>
        </p>
        {model.apis.map((one) => (
          <div key={one.id}>
            <p>
              <a href={one === api ? `#${apiAnchor(one)}` : hrefOf(one)}>{titleInList(one.title)}</a>
            </p>
            {one === api && <ApiContents api={api} />}
          </div>
        ))}
        {hasErrors && (
          <p>
            <a href="#errors">Error catalog</a>
          </p>
        )}
      </details>
    </nav>
  );
}

function ApiContents({ api }: { api: ReferenceApi }) {
  return (
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
      {partsOf(api).map(([part, label]) => (
        <li key={part}>
          <a href={`#${apiAnchor(api)}/${part}`}>{label}</a>
        </li>
      ))}
    </ul>
  );
}
