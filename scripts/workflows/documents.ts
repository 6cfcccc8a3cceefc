import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Workflows of one API, as `specs/workflows/` describes them. */
export interface WorkflowDocument {
  /** The API's name; also the name of the file, its bundle and its only source description. */
  readonly api: string;
  /** Relative to the repository, with slashes. */
  readonly path: string;
  /** In the order of the document. */
  readonly workflowIds: readonly string[];
  /** Path under which the API is served unless a server says otherwise, for example `/tech-adapter`. */
  readonly prefix: string;
}

/** The part of an Arazzo document that this program reads. */
interface Arazzo {
  readonly sourceDescriptions: readonly { readonly name: string; readonly url: string }[];
  readonly workflows: readonly { readonly workflowId: string }[];
}

/** The part of a bundled OpenAPI file that this program reads. */
interface Bundle {
  readonly servers: readonly [{ readonly variables: { readonly prefix: { readonly default: string } } }];
}

const FOLDER = 'specs/workflows';
const ENDING = '.arazzo.yaml';

/**
 * Reads the documents in `root/specs/workflows`, in the order of the names.
 * @throws Error when a document does not refer to the bundle of the API that its file is named after
 */
export function readDocuments(root: string): WorkflowDocument[] {
  return readdirSync(join(root, FOLDER))
    .filter((name) => name.endsWith(ENDING))
    .sort()
    .map((name) => readDocument(root, name.slice(0, -ENDING.length)));
}

function readDocument(root: string, api: string): WorkflowDocument {
  const path = `${FOLDER}/${api}${ENDING}`;
  const { sourceDescriptions, workflows }: Arazzo = parse(readFileSync(join(root, path), 'utf8'));
  const bundle = `generated/bundle/${api}.openapi.json`;
  const [source, ...others] = sourceDescriptions;
  if (source?.name !== api || source.url !== `../../${bundle}` || others.length > 0) {
    throw new Error(`${path} has to describe exactly one source: ${api} at ../../${bundle}`);
  }
  const { servers }: Bundle = JSON.parse(readFileSync(join(root, bundle), 'utf8'));
  return {
    api,
    path,
    workflowIds: workflows.map(({ workflowId }) => workflowId),
    prefix: servers[0].variables.prefix.default,
  };
}
