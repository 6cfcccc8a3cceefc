import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand, tool } from '../check/command.ts';
import type { WorkflowDocument } from './documents.ts';

/** A document, and the base URL of the server to run its workflows against. */
export interface Walk {
  readonly document: WorkflowDocument;
  readonly server: string;
}

/** The result of one workflow. */
export interface WorkflowResult {
  readonly api: string;
  readonly workflowId: string;
  readonly passed: boolean;
  /** Requests that were sent, polls included. */
  readonly requests: number;
  /** The failures, one text per failed check of a step's last try; empty when the workflow passed. */
  readonly problems: readonly string[];
}

/** Differences from running every workflow with the inputs that its document declares. */
export interface WalkOptions {
  /** Workflows to leave out, by their id. */
  readonly skip?: readonly string[];
  /** Values in place of the declared defaults; workflows without such an input are not affected. */
  readonly inputs?: Readonly<Record<string, string>>;
}

/** The folder of `redocly.yaml`, which both commands look for in their working directory. */
const HERE = fileURLToPath(new URL('.', import.meta.url));

/**
 * Maximum time for one response and for all workflows together, in milliseconds. They only end a run that hangs: a busy
 * machine may need minutes.
 */
const ANSWER_TIMEOUT = 120_000;
const WALK_TIMEOUT = 900_000;

/** The linter's findings about the documents; empty when all are clean, warnings included. */
export async function lintDocuments(root: string, documents: readonly WorkflowDocument[]): Promise<string> {
  const paths = documents.map(({ path }) => join(root, path));
  const { code, output } = await runCommand(HERE, tool('redocly'), ['lint', ...paths, '--format=stylish']);
  return code === 0 ? '' : output;
}

/**
 * Runs the workflows of all documents, one after the other, and returns the results.
 * @throws Error with Respect's output when it could not run them at all
 */
export async function walkDocuments(
  root: string,
  walks: readonly Walk[],
  { skip = [], inputs = {} }: WalkOptions = {},
): Promise<WorkflowResult[]> {
  if (walks.length === 0) return [];
  const folder = await mkdtemp(join(tmpdir(), 'workflows-'));
  try {
    const report = join(folder, 'report.json');
    const servers = Object.fromEntries(walks.map(({ document, server }) => [document.api, server]));
    const { output } = await runCommand(HERE, tool('redocly'), [
      'respect',
      ...walks.map(({ document }) => join(root, document.path)),
      `--server=${JSON.stringify(servers)}`,
      `--input=${JSON.stringify(inputs)}`,
      ...(skip.length === 0 ? [] : [`--skip=${skip.join(',')}`]),
      `--json-output=${report}`,
      `--max-fetch-timeout=${ANSWER_TIMEOUT}`,
      `--execution-timeout=${WALK_TIMEOUT}`,
    ]);
    const text = await readFile(report, 'utf8').catch(() => undefined);
    if (text === undefined) throw new Error(`no workflow could be walked:\n${output}`);
    const { files }: Report = JSON.parse(text);
    return walks.flatMap(({ document: { api, path } }) => resultsOf(api, files[join(root, path)]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The parts of Respect's report that this program reads. */
interface Report {
  readonly files: Readonly<Record<string, { readonly executedWorkflows: readonly Executed[] }>>;
}

interface Executed {
  readonly type: 'workflow';
  readonly workflowId: string;
  readonly status: string;
  readonly totalRequests: number;
  readonly executedSteps: readonly (Executed | Step)[];
}

interface Step {
  readonly type: 'step';
  readonly stepId: string;
  /** Present on a try that was followed by another one. */
  readonly retriesLeft?: number;
  readonly checks: readonly { readonly name: string; readonly passed: boolean; readonly message: string }[];
}

function resultsOf(api: string, file: Report['files'][string] | undefined): WorkflowResult[] {
  return (file?.executedWorkflows ?? []).map((workflow) => ({
    api,
    workflowId: workflow.workflowId,
    passed: workflow.status === 'success',
    requests: workflow.totalRequests,
    problems: workflow.status === 'success' ? [] : problemsOf(workflow),
  }));
}

/** A `goto` shows as a workflow among the steps. */
function problemsOf({ executedSteps }: Executed): string[] {
  return executedSteps.flatMap((step) => {
    if (step.type === 'workflow') return problemsOf(step);
    if (step.retriesLeft !== undefined && step.retriesLeft > 0) return [];
    return step.checks
      .filter(({ passed }) => !passed)
      .map(({ name, message }) => `${step.stepId}: ${name}: ${message}`);
  });
}
