import type { Model } from '../model.ts';
import { emitApiBundle, emitAreaBundle } from './bundles.ts';
import { emitCalls } from './calls.ts';
import { emitCatalogues } from './catalogues.ts';
import type { EmittedFile } from './file.ts';
import { emitDescriptors, emitFixtures } from './fixtures.ts';
import { emitHandlers } from './handlers.ts';
import { emitOperations } from './operations.ts';
import { emitPackage } from './package.ts';
import { emitReference } from './reference.ts';
import { emitSchemas } from './schemas.ts';
import { emitTypes } from './types.ts';
import { emitWireTypes } from './wire-types.ts';

/** Every file of `generated/` but the manifest. */
export async function emitAll(model: Model, version: string): Promise<EmittedFile[]> {
  const wire: EmittedFile[] = [];
  for (const api of model.areas.flatMap((area) => area.apis)) wire.push(await emitWireTypes(api));
  return [...emitQuickly(model, version), ...wire];
}

/** The same without the wire types, which take longer than all the rest together. */
export function emitQuickly(model: Model, version: string): EmittedFile[] {
  const apis = model.areas.flatMap((area) => area.apis);
  return [
    ...emitPackage(model, version),
    ...apis.flatMap((api) => [
      emitApiBundle(api),
      emitTypes(api),
      emitHandlers(api),
      ...emitOperations(api),
      ...emitCalls(api, model),
      ...emitSchemas(api),
      ...emitFixtures(api),
    ]),
    ...model.areas.flatMap((area) => [emitAreaBundle(area), ...emitReference(area, model)]),
    ...emitCatalogues(model),
    ...emitDescriptors(model),
  ];
}
