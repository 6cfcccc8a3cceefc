import type { ReferenceApi } from '@tessera/contracts/reference-model';
import { apiAnchor, lifecycleAnchor, partsOf, webhookAnchor } from './anchors.ts';
import { CallLink } from './Operation.tsx';
import { Inline } from './Text.tsx';

interface ReferenceIndexProps {
  readonly apis: readonly ReferenceApi[];
  readonly hrefOf: (api: ReferenceApi) => string;
}

/**
 * What each page of an area describes. Every entry has the fragment identifier that its subject has on its page, so that
 * addresses from the time of one page for all APIs lead to the entry, and by script to the subject.
 */
export function ReferenceIndex({ apis, hrefOf }: ReferenceIndexProps) {
  return apis.map((api) => <ApiEntry key={api.id} api={api} href={hrefOf(api)} />);
}

function ApiEntry({ api, href }: { api: ReferenceApi; href: string }) {
  const entry = (anchor: string) => ({ id: anchor, href: `${href}#${anchor}` });
  const parts = partsOf(api);
  const names = [
    ...api.lifecycles.map(({ name }) => ({ name, anchor: lifecycleAnchor(api.id, name) })),
    ...api.schemas.map(({ name, anchor }) => ({ name, anchor })),
  ];
  return (
    <section data-entries="">
      <h2>
        <a id={apiAnchor(api)} href={href}>
          {api.title}
        </a>
      </h2>
      <p className="reference-version">Version {api.version}</p>
      <p>
        <Inline text={api.summary} />
      </p>
      {api.tags.map((tag) => (
        <div key={tag.anchor}>
          <h3>
            <a {...entry(tag.anchor)}>{tag.name}</a>
          </h3>
          <ul className="entries">
            {api.operations
              .filter((operation) => operation.tag === tag.name)
              .map(({ anchor, method, path, summary }) => (
                <li key={anchor}>
                  <CallLink {...entry(anchor)} method={method} name={path} /> {summary}
                </li>
              ))}
          </ul>
        </div>
      ))}
      {api.webhooks.length > 0 && (
        <ul className="entries">
          {api.webhooks.map(({ name, method, summary }) => (
            <li key={name}>
              <CallLink {...entry(webhookAnchor(api, name))} method={method} name={name} /> {summary}
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>{parts.map(([, label]) => label).join(', ')}</summary>
        <ul className="names">
          {parts.map(([id, label]) => (
            <li key={id}>
              <a {...entry(`${apiAnchor(api)}/${id}`)}>{label}</a>
            </li>
          ))}
          {names.map(({ name, anchor }) => (
            <li key={anchor}>
              <a {...entry(anchor)}>{name}</a>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
