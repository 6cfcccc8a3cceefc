import { apis } from '@tessera/contracts/apis';
import { techAdapter } from '@tessera/contracts/operations/tech-adapter';
import { releases } from '@tessera/contracts/releases';
import { expect, it } from 'vitest';
import { asRecord, readFacts, wordsOf } from './read-facts.ts';

const facts = readFacts('contract-versions.yaml');
const carried = releases.map(({ contracts }) => new Map(Object.entries<string>(contracts)));

it('the contracts have the prefixes of the requirement and the current versions', () => {
  const found = apis.map(({ id, prefix, version }) => [id, { prefix, version }]);
  const [prefixes, versions] = [asRecord(facts['prefixes']), asRecord(facts['versions'])];
  const asked = Object.keys(prefixes).map((id) => [id, { prefix: prefixes[id], version: versions[id] }]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(asked));
});

it('each contract version of the tech adapter introduced its operations', () => {
  const found = Object.values(techAdapter.operations).map(({ id, since }) => [id, since]);
  expect(Object.fromEntries(found)).toEqual(facts['tech-adapter']);
});

it('every release of the platform is listed, in order', () => {
  expect(releases.map(({ version }) => version)).toEqual(wordsOf(facts['releases']));
});

it('the latest release has every contract in its current version', () => {
  expect(Object.fromEntries(carried.at(-1) ?? [])).toEqual(facts['versions']);
});

it('no contract is downgraded or removed from one release to the next', () => {
  for (const [index, later] of carried.slice(1).entries()) {
    for (const [id, version] of carried[index] ?? []) {
      const order = version.localeCompare(later.get(id) ?? '', 'en', { numeric: true });
      expect([id, releases[index + 1]?.version, order <= 0]).toEqual([
        id,
        releases[index + 1]?.version,
        true,
      ]);
    }
  }
});
