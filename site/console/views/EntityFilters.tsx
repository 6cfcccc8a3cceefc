import { type ReactNode, useEffect, useState } from 'react';
import { useConnection } from '../api/use-live.tsx';
import { ENTITY_FILTERS } from '../model/entity-filters.ts';
import { go, hashOf } from '../route.ts';

/** The filters of the list, which are in its address. */
export function EntityFilters({
  status,
  filters,
  children,
}: {
  /** The chosen status, which stays as it is. */
  status: string | undefined;
  /** The others that are chosen. */
  filters: Readonly<Record<string, string>>;
  /** What chooses the status. */
  children: ReactNode;
}) {
  const { settings } = useConnection();
  const choices: Readonly<Record<string, readonly string[]>> = {
    environment: settings.environments,
    resourceType: useResourceTypes(),
  };
  const count = Object.keys(filters).length;
  const [isOpen, setOpen] = useState(count > 0);
  return (
    <search className="toolbar" aria-label="Filters">
      {children}
      <button
        type="button"
        className="button button-small"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        More filters{count > 0 && ` (${count})`}
      </button>
      {isOpen &&
        ENTITY_FILTERS.map(({ name, label, values }) => {
          const given = filters[name];
          const known = values ?? Object.fromEntries((choices[name] ?? []).map((value) => [value, value]));
          // The address may name a value that is not offered.
          const all = given === undefined || given in known ? known : { ...known, [given]: given };
          return (
            <label key={name} className="filter" data-active={given !== undefined}>
              {label}
              <select
                value={given ?? ''}
                onChange={({ target }) =>
                  go(hashOf(['policies'], { status, ...filters, [name]: target.value || undefined }), {
                    replace: true,
                  })
                }
              >
                <option value="">Any</option>
                {Object.entries(all).map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </select>
            </label>
          );
        })}
      {count > 0 && (
        <button
          type="button"
          className="button button-small"
          onClick={() => go(hashOf(['policies'], { status }), { replace: true })}
        >
          Clear filters
        </button>
      )}
    </search>
  );
}

/** Names of the resource types; none until they are read, or when that fails. */
export function useResourceTypes(): readonly string[] {
  const { api } = useConnection();
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    const closing = new AbortController();
    api.governance.listResourceTypes({ signal: closing.signal }).then(
      (types) => setNames(types.map(({ name }) => name)),
      // The list of policies shows the error of a platform that does not answer.
      () => {},
    );
    return () => closing.abort();
  }, [api]);
  return names;
}
