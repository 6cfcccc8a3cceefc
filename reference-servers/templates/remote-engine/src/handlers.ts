import {
  type RemoteEngineHandlers,
  RemoteEngineProblem,
  readYamlMapping,
} from '@tessera/reference-servers/kit';

/** Required fields of a resource, by its type. Replace it with your policies. */
const NEEDED: ReadonlyMap<string, readonly string[]> = new Map([
  ['dataproduct', ['id', 'name', 'description', 'dataProductOwner']],
  ['outputport', ['id', 'name', 'description']],
]);

/** @throws Problem when the content cannot be evaluated */
function readContent(content: string): Record<string, unknown> {
  try {
    const document = readYamlMapping(content, 'content');
    const { dataProduct } = document;
    return typeof dataProduct === 'object' && dataProduct !== null ? { ...dataProduct } : document;
  } catch (cause) {
    throw new RemoteEngineProblem(
      'REQUEST_INVALID',
      { field: 'content', problem: 'is not a YAML mapping' },
      { cause },
    );
  }
}

export const handlers: RemoteEngineHandlers = {
  // A policy returns `satisfiesPolicy`, and a metric returns `value`. A server implements only one of the two.
  evaluateResource: ({ body }) => {
    const { resourceType } = body;
    const needed = NEEDED.get(resourceType.toLowerCase());
    if (needed === undefined) {
      throw new RemoteEngineProblem(
        'RESOURCE_TYPE_UNSUPPORTED',
        { resourceType },
        { inputErrorField: 'resourceType' },
      );
    }
    const resource = readContent(body.content);
    const errors = needed
      .filter((member) => resource[member] === undefined || resource[member] === '')
      .map((member) => `${body.resourceId} has no ${member}`);
    return { satisfiesPolicy: errors.length === 0, errors, details: { checked: [...needed] } };
  },
};
