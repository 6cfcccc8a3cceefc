import { valueAt } from './json.ts';
import type { Api, Link, Operation } from './model.ts';
import { contentSchema, schemaAt } from './schema-at.ts';

/** A link leads to an existing operation, and passes what that operation requires. */
export function verifyLinks(api: Api, siblings: readonly Api[], operation: Operation): void {
  for (const { status, links } of operation.responses) {
    for (const link of links) {
      const at = `${operation.pointer}/responses/${status}/links/${link.name}`;
      const holder = link.api === undefined ? api : siblings.find(({ id }) => id === link.api);
      const target = holder?.operations.find(({ id }) => id === link.operationId);
      if (holder === undefined || target === undefined) {
        const what = link.api === undefined ? link.operationId : `that operationRef names in ${link.api}`;
        api.bundle.report(at, 'link', `leads to the operation ${what}, which does not exist`);
        continue;
      }
      for (const wrong of strangers(link, holder, target))
        api.bundle.report(at, 'link', `hands over ${wrong} of ${link.operationId}`);
      for (const wrong of unmetNeeds(link, links, operation)) api.bundle.report(at, 'link', wrong);
    }
  }
  const { longRunning } = operation;
  if (longRunning && !operation.responses.some((response) => response.status === longRunning.startStatus)) {
    api.bundle.report(
      `${operation.pointer}/x-dp-long-running`,
      'long-running',
      `${operation.id} has no ${longRunning.startStatus} response`,
    );
  }
}

/** A link's prerequisites exist: an example of the request, and another link of the same response. */
function* unmetNeeds({ needs }: Link, links: readonly Link[], { id, body }: Operation): Generator<string> {
  if (needs === undefined) return;
  if (!body?.examples.some(({ name }) => name === needs.example))
    yield `needs the example ${needs.example}, which the request of ${id} does not have`;
  for (const name of needs.after) {
    if (!links.some((one) => one.name === name)) yield `comes after ${name}, which is no link of this answer`;
  }
}

function* strangers({ parameters, body = {} }: Link, { bundle }: Api, target: Operation): Generator<string> {
  for (const name of Object.keys(parameters)) {
    if (!target.parameters.some((parameter) => parameter.name === name))
      yield `${name}, which is no parameter`;
  }
  const taken = contentSchema(bundle, valueAt(bundle.document, `${target.pointer}/requestBody`));
  for (const name of Object.keys(body)) {
    const isMember = taken !== undefined && schemaAt(bundle, taken, `/${name}`) !== undefined;
    if (!isMember) yield `${name}, which is no member of the request body`;
  }
}
