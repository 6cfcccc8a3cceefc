import openapiTS, { astToString } from 'openapi-typescript';
import { withoutExtensions } from '../extensions.ts';
import type { Api } from '../model.ts';
import { buildViews } from '../views.ts';
import { type EmittedFile, header } from './file.ts';

/**
 * `wire/<api>.d.ts`: the types as openapi-typescript writes them. The only module that knows that library, which has
 * had its last release; everybody else reads `types/`.
 */
export async function emitWireTypes(api: Api): Promise<EmittedFile> {
  // The library wants a mutable document of its own type; ours is plain data, checked by the linter before.
  const document = structuredClone(withoutExtensions(buildViews(api.bundle.document).document)) as never; // see above
  const nodes = await openapiTS(document, {
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    silent: true,
  });
  return { path: `wire/${api.id}.d.ts`, text: header(api.bundle.file.path) + astToString(nodes) };
}
