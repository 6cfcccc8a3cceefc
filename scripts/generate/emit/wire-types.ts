import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { withoutExtensions } from '../extensions.ts';
import { asObject, asString, isObject, type Json, type JsonObject, mapObjects, valueAt } from '../json.ts';
import type { Api } from '../model.ts';
import { buildViews } from '../views.ts';
import { type EmittedFile, header } from './file.ts';
import type { WireJob } from './wire-worker.ts';

/** Writes `wire/<api>.d.ts` of several APIs. */
export type EmitWireTypes = (apis: readonly Api[]) => Promise<EmittedFile[]>;

/**
 * Starts the process that writes wire types, so that it loads its library while the contracts are read. It runs
 * until `close` is called.
 */
export function startWireTypes(): { emit: EmitWireTypes; close: () => void } {
  const file = fileURLToPath(new URL('wire-worker.ts', import.meta.url));
  const worker = fork(file, [], { execArgv: ['--import', import.meta.resolve('tsx')] });
  const emit: EmitWireTypes = async (apis) => {
    const jobs = apis.map(
      ({ bundle }): WireJob => describeMembers(withoutExtensions(buildViews(bundle.document).document)),
    );
    const texts = await new Promise<unknown>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) =>
        reject(new Error(`the wire types could not be written: exit code ${code}`)),
      );
      worker.send(jobs);
    });
    const written: readonly unknown[] = Array.isArray(texts) ? texts : [];
    return apis.map(({ id, bundle }, index) => ({
      path: `wire/${id}.d.ts`,
      text: header(bundle.file.path) + String(written[index]),
    }));
  };
  return { emit, close: () => void worker.kill() };
}

/** Gives each member that is a reference the description of its target, because editors do not show it otherwise. */
function describeMembers(document: JsonObject): JsonObject {
  const describe = (member: Json): Json => {
    const { $ref, description } = asObject(member);
    if (typeof $ref !== 'string' || description !== undefined) return member;
    const target = asObject(valueAt(document, $ref));
    return { ...asObject(member), description: asString(target['description']) };
  };
  const described = mapObjects(document, (object) => {
    const { properties } = object;
    if (!isObject(properties)) return object;
    const members = Object.entries(properties).map(([name, member]) => [name, describe(member)]);
    return { ...object, properties: Object.fromEntries(members) };
  });
  return asObject(described);
}
