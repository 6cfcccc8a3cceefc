import { extensionPointsReference } from '@tessera/contracts/reference/extension-points';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ReleaseNotices } from './ReleaseNotices.tsx';

function notices(...others: string[]): string {
  return renderToStaticMarkup(
    <ReleaseNotices model={extensionPointsReference} others={others} changes="/changes/" />,
  );
}

it('[170] a reference says which contracts another release has in an earlier version, or not at all', () => {
  const first = notices('0.0.0');
  expect(first).toContain('Tech Adapter API 2.0.0 (here 2.6.3)');
  expect(first).toMatch(/0\.0\.0 does not have [^.]*Marketplace/);
  expect(first).toContain('href="/changes/"');
});

it('[170] a notice stays hidden until its release is chosen', () => {
  expect(notices('2.2.0', '2.1.0').match(/data-release="[\d.]+" hidden=""/g)).toHaveLength(2);
  expect(notices()).toBe('');
});
