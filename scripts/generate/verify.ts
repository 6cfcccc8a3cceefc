import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { schemaDocument } from './emit/schemas.ts';
import { toPointer, valueAt } from './json.ts';
import type { Specs } from './load.ts';
import { locate } from './load.ts';
import type { Api, Body, ErrorEntry, Lifecycle, Model, Operation, Response } from './model.ts';
import { verifyLinks } from './verify-links.ts';
import { verifyMarks } from './verify-marks.ts';
import { verifyPagination } from './verify-pagination.ts';
import { verifyParameters } from './verify-parameters.ts';
import { verifySteady } from './verify-steady.ts';

/** Checks that need the whole model; every finding is a problem with its place. */
export function verifyModel(model: Model, specs: Specs): void {
  const errors = new Map(model.errors.map((entry) => [entry.code, entry]));
  const all = model.areas.flatMap(({ apis }) => apis);
  for (const area of model.areas) {
    for (const api of area.apis) {
      verifyOperationIds(api);
      for (const operation of api.operations) {
        verifyErrors(api, operation, errors);
        for (const callback of operation.callbacks) verifyErrors(api, callback, errors);
        verifyLinks(api, area.apis, operation);
        verifyCapability(api, operation, errors);
        verifyPagination(api, operation);
        verifySteady(api, operation);
        verifyParameters(api, all, operation);
      }
      verifyExamplesAndRules(api, model);
      verifyMarks(api, model.marks);
    }
    if (!area.qualified) verifyUniqueInArea(area.apis);
  }
  for (const lifecycle of model.lifecycles) verifyLifecycle(lifecycle, model);
  verifyCatalogUse(model, specs);
}

function verifyOperationIds(api: Api): void {
  const seen = new Set<string>();
  for (const { id, pointer } of api.operations) {
    if (seen.has(id))
      api.bundle.report(
        `${pointer}/operationId`,
        'operation-id',
        `${id} is taken by another operation of this file`,
      );
    seen.add(id);
  }
}

function verifyUniqueInArea(apis: readonly Api[]): void {
  const seen = new Map<string, string>();
  for (const api of apis) {
    for (const { id, pointer } of api.operations) {
      const other = seen.get(id);
      if (other)
        api.bundle.report(
          `${pointer}/operationId`,
          'operation-id',
          `${id} is also an operation of ${other}; the area keeps bare ids`,
        );
      seen.set(id, api.id);
    }
  }
}

/** An operation or a callback that can return errors. */
type Answering = Pick<Operation, 'id' | 'pointer' | 'responses' | 'errors'>;

function verifyErrors(api: Api, operation: Answering, catalog: ReadonlyMap<string, ErrorEntry>): void {
  const at = `${operation.pointer}/x-dp-errors`;
  for (const [status, codes] of Object.entries(operation.errors)) {
    const response = operation.responses.find((candidate) => candidate.status === status);
    if (!response)
      api.bundle.report(
        `${at}/${status}`,
        'errors',
        `${operation.id} lists errors for ${status} but has no such response`,
      );
    for (const code of codes) {
      const entry = catalog.get(code);
      if (!entry) api.bundle.report(`${at}/${status}`, 'errors', `${code} is not in the error catalog`);
      else if (String(entry.status) !== status) {
        api.bundle.report(
          `${at}/${status}`,
          'errors',
          `${code} is an error of status ${entry.status}, not ${status}`,
        );
      } else if (response && response.schema !== entry.body) {
        const actual = response.schema ?? 'no body';
        api.bundle.report(
          `${at}/${status}`,
          'errors',
          `${code} is carried by ${entry.body}, but the ${status} response has ${actual}`,
        );
      }
    }
  }
  for (const role of ['part', 'absent'] as const) verifyRoles(api, operation, catalog, role);
  for (const { status } of operation.responses.filter((response) => /^[45]/.test(response.status))) {
    if (!operation.errors[status])
      api.bundle.report(
        operation.pointer,
        'errors',
        `${operation.id} answers ${status} but x-dp-errors lists no code for it`,
      );
  }
}

/** Servers find the code for a part in the operation's list, so two of them would be ambiguous. */
function verifyRoles(
  api: Api,
  operation: Answering,
  catalog: ReadonlyMap<string, ErrorEntry>,
  role: 'part' | 'absent',
): void {
  const taken = new Map<string, string>();
  for (const code of Object.values(operation.errors).flat()) {
    const played = catalog.get(code)?.[role];
    const other = played === undefined ? undefined : taken.get(played);
    if (other !== undefined)
      api.bundle.report(
        `${operation.pointer}/x-dp-errors`,
        'errors',
        `${operation.id} lists both ${other} and ${code} for ${played}`,
      );
    if (played !== undefined) taken.set(played, code);
  }
}

function verifyCapability(api: Api, operation: Operation, catalog: ReadonlyMap<string, ErrorEntry>): void {
  const { capability } = operation;
  if (!capability) return;
  const at = `${operation.pointer}/x-dp-capability`;
  if (!operation.responses.some((response) => response.status === capability.absentStatus)) {
    api.bundle.report(
      at,
      'capability',
      `answers ${capability.absentStatus} when absent, which ${operation.id} does not list`,
    );
  }
  if (capability.absentError === undefined) return;
  const entry = catalog.get(capability.absentError);
  if (entry === undefined) {
    api.bundle.report(at, 'capability', `${capability.absentError} is not in the error catalog`);
  } else if (String(entry.status) !== capability.absentStatus) {
    api.bundle.report(
      at,
      'capability',
      `${entry.code} is an error of status ${entry.status}, not ${capability.absentStatus}`,
    );
  }
}

function verifyLifecycle(lifecycle: Lifecycle, model: Model): void {
  const apis = model.areas
    .flatMap((area) => area.apis)
    .filter((candidate) => lifecycle.apis.includes(candidate.id));
  const [api] = apis;
  if (!api) return;
  const report = (message: string) =>
    api.bundle.report(
      `/components/schemas/${lifecycle.name}/x-dp-lifecycle`,
      'lifecycle',
      `${lifecycle.name}: ${message}`,
    );
  const { states, initial, terminal, succeeded, transitions } = lifecycle;
  for (const state of succeeded.filter((state) => !terminal.includes(state))) {
    report(`${state} is a good end, but not terminal`);
  }
  for (const state of [initial, ...terminal].filter((state) => state !== undefined)) {
    if (!states.includes(state)) report(`${state} is not one of its values`);
  }
  if (transitions === 'unspecified') return;
  if (initial === undefined) {
    report('has transitions but no initial state');
    return;
  }
  const operations = new Set(apis.flatMap((holder) => holder.operations.map((operation) => operation.id)));
  for (const { from, to, by } of transitions) {
    for (const state of [from, to].filter((state) => !states.includes(state)))
      report(`${state} is not one of its values`);
    if (by !== 'server' && !operations.has(by))
      report(`${by} is neither an operation of ${lifecycle.apis.join(', ')} nor \`server\``);
    if (terminal.includes(from)) report(`leaves ${from}, which is terminal`);
  }
  const reached = new Set([initial]);
  for (let size = 0; size < reached.size; ) {
    size = reached.size;
    for (const { from, to } of transitions) if (reached.has(from)) reached.add(to);
  }
  for (const state of states) {
    if (!reached.has(state)) report(`${state} cannot be reached from ${initial}`);
    if (!terminal.includes(state) && !transitions.some(({ from }) => from === state))
      report(`nothing leaves ${state}, which is not terminal`);
  }
}

/** Every code of the catalog must be listed by an operation, or be a transport error. */
function verifyCatalogUse(model: Model, specs: Specs): void {
  const operations = model.areas.flatMap((area) => area.apis.flatMap((api) => api.operations));
  const listed = new Set(
    operations.flatMap(({ errors, callbacks }) =>
      [errors, ...callbacks.map((callback) => callback.errors)].flatMap((codes) =>
        Object.values(codes).flat(),
      ),
    ),
  );
  for (const entry of model.errors.filter(({ scope, code }) => scope === 'operation' && !listed.has(code))) {
    for (const file of specs.files.values()) {
      const pointer = toPointer(['components', 'x-dp-errors', entry.code]);
      if (valueAt(file.data, pointer) === undefined) continue;
      const message = `${entry.code} is in the catalog, but no operation lists it`;
      specs.problems.add({ file: file.path, ...locate(file, pointer), rule: 'errors', message });
    }
  }
}

/** Validates every example and every rule case against the schema that it belongs to. */
function verifyExamplesAndRules(api: Api, model: Model): void {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats.default(ajv);
  const document = schemaDocument(api);
  ajv.addSchema(document);
  const check = (name: string, value: unknown, at: string, rule: string) => {
    const validate = ajv.getSchema(
      `${String(document['$id'])}#/$defs/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    );
    if (!validate) return api.bundle.report(at, rule, `there is no schema ${name}`);
    if (validate(value)) return;
    for (const error of validate.errors ?? []) {
      api.bundle.report(
        at + error.instancePath,
        rule,
        `does not fit ${name}: ${error.instancePath || 'the value'} ${error.message ?? ''}`,
      );
    }
  };
  const checkExamples = (holder: Body | Response | undefined) => {
    for (const example of holder?.examples ?? [])
      check(holder?.schema ?? '', example.value, example.pointer, 'example');
  };
  for (const operation of api.operations) {
    checkExamples(operation.body);
    operation.responses.forEach(checkExamples);
    for (const callback of operation.callbacks) {
      checkExamples(callback.body);
      callback.responses.forEach(checkExamples);
    }
  }
  for (const webhook of api.webhooks) checkExamples(webhook.body);
  for (const rule of model.rules.filter((candidate) => candidate.api === api.id)) {
    const at = `/components/schemas/${rule.schema}/x-dp-rules`;
    const other = model.rules.find((candidate) => candidate.id === rule.id && candidate !== rule);
    if (other) api.bundle.report(at, 'rule', `${rule.id} is also a rule of ${other.api}, ${other.schema}`);
    if (rule.error !== undefined && !model.errors.some((entry) => entry.code === rule.error)) {
      api.bundle.report(at, 'rule', `${rule.id}: ${rule.error} is not in the error catalog`);
    }
    for (const { given } of rule.cases) check(rule.schema, given, at, 'rule');
  }
}
