import type { Model } from '../model.ts';
import { emitApiBundle, emitAreaBundle } from './bundles.ts';
import { emitCalls } from './calls.ts';
import { emitCatalogs } from './catalogs.ts';
import type { EmittedFile } from './file.ts';
import { emitDescriptors, emitFixtures } from './fixtures.ts';
import { emitHandlers } from './handlers.ts';
import { emitJava } from './java.ts';
import { emitOperations } from './operations.ts';
import { emitPackage } from './package.ts';
import { emitPython } from './python.ts';
import { emitReference } from './reference.ts';
import { emitSchemas } from './schemas.ts';
import { emitTypes } from './types.ts';
import type { EmitWireTypes } from './wire-types.ts';

/** The area whose contracts integrators implement, in languages of their choice. */
const EXTENSION_POINTS = 'extension-points';

/** Every file of `generated/` but the manifest. A separate process writes the wire types in parallel. */
export async function emitAll(
  model: Model,
  version: string,
  emitWireTypes: EmitWireTypes,
): Promise<EmittedFile[]> {
  const wire = emitWireTypes(model.areas.flatMap((area) => area.apis));
  const quick = emitQuickly(model, version);
  return [...quick, ...(await wire)];
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
    ...apis
      .filter(({ area }) => area === EXTENSION_POINTS)
      .flatMap((api) => [emitPython(api), emitJava(api)]),
    ...model.areas.flatMap((area) => [emitAreaBundle(area), ...emitReference(area, model)]),
    ...emitCatalogs(model),
    ...emitDescriptors(model),
  ];
}
