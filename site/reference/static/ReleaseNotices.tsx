import type { ReferenceModel } from '@tessera/contracts/reference-model';
import { releases } from '@tessera/contracts/releases';

interface ReleaseNoticesProps {
  readonly model: ReferenceModel;
  /** Releases that a reader can choose and that the reference does not describe, for example `2.2.0`. */
  readonly others: readonly string[];
  /** Address of the page that lists the changes of every contract. */
  readonly changes: string | undefined;
}

/** One hidden notice per other release: the shell shows that of the chosen release. */
export function ReleaseNotices({ model, others, changes }: ReleaseNoticesProps) {
  return others.map((release) => (
    <div key={release} className="version-banner" role="note" data-release={release} hidden>
      <p>
        You chose {release}. This reference describes the newest release.{' '}
        {differencesIn(model, release).join(' ')}
      </p>
      {changes !== undefined && (
        <p>
          <a href={changes}>Changes by contract version</a>
        </p>
      )}
    </div>
  ));
}

/** Sentences about the contracts that a release carried in another version, or not at all. */
function differencesIn({ apis }: ReferenceModel, release: string): string[] {
  const found = releases.find(({ version }) => version === `v${release}`);
  const carried = new Map<string, string>(Object.entries(found?.contracts ?? {}));
  const older = apis.flatMap(({ id, title, version }) => {
    const contractVersion = carried.get(id);
    return contractVersion === undefined || contractVersion === version
      ? []
      : [`${title} ${contractVersion} (here ${version})`];
  });
  const missing = apis.filter(({ id }) => !carried.has(id)).map(({ title }) => title);
  if (older.length + missing.length === 0) return [`The contracts of ${release} are the same.`];
  return [
    ...(older.length > 0
      ? [
          `${release} has ${older.join(', ')}: parts that are marked with a later contract version are not in it.`,
        ]
      : []),
    ...(missing.length > 0 ? [`${release} does not have ${missing.join(', ')}.`] : []),
  ];
}
