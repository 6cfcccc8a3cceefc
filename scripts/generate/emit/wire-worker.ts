import openapiTS, { astToString } from 'openapi-typescript';

/** An OpenAPI document: plain data, checked by the linter before. */
export type WireJob = object;

/**
 * The types of a document as openapi-typescript writes them. The only module that depends on that library, which has
 * had its last release; all others read `types/`.
 */
export async function writeWireTypes(document: WireJob): Promise<string> {
  // The library requires a mutable document of a separate type.
  const own = structuredClone(document) as never; // see above
  return astToString(
    await openapiTS(own, { defaultNonNullable: false, emptyObjectsUnknown: true, silent: true }),
  );
}

process.on('message', async (jobs: readonly WireJob[]) => {
  const texts: string[] = [];
  for (const job of jobs) texts.push(await writeWireTypes(job));
  process.send?.(texts);
});
