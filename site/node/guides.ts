import type { ReferenceModel } from '@tessera/contracts/reference-model';
import type { Guide, Guides } from '../reference/static/guides.ts';
import { REFERENCE_ROUTES } from './contracts.ts';
import type { CompiledPage } from './pages.tsx';

/** Pages of the newest release, and outside the documentation, that lead to an area of contracts, by what they lead to. */
export function guidesTo(
  model: ReferenceModel,
  compiled: readonly CompiledPage[],
  baseUrl: string,
  lastVersion: string | undefined,
): Guides {
  const prefix = `${baseUrl}${(REFERENCE_ROUTES[model.area] ?? '').slice(1)}#`;
  const guides = new Map<string, Guide[]>();
  for (const { page, links } of compiled) {
    if (page.docs !== null && page.docs.version !== lastVersion) continue;
    const guide: Guide = { title: page.title, href: baseUrl + page.route.slice(1) };
    const targets = links
      .filter(({ href }) => href.startsWith(prefix))
      .map(({ href }) => href.slice(prefix.length));
    for (const key of new Set(targets.map((target) => keyOf(target, model)))) {
      guides.set(key, [...(guides.get(key) ?? []), guide]);
    }
  }
  return guides;
}

/** An operation counts for itself; everything else counts for its API, whose id is the second part of its anchor. */
function keyOf(anchor: string, model: ReferenceModel): string {
  const target = decodeURIComponent(anchor);
  const isOperation = model.apis.some((api) =>
    api.operations.some((operation) => operation.anchor === target),
  );
  return isOperation ? target : (target.split('/')[1] ?? target);
}
