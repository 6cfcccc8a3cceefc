/** What an operator of a platform can decide. */
export interface Settings {
  /** Names of the environments that deployments may go to. */
  readonly environments: readonly string[];
  /** Address of the data catalog plugin, without its version; its phase is skipped when absent. */
  readonly dataCatalog?: string | undefined;
  /** Address of the marketplace plugin, without its version; its phase is skipped when absent. */
  readonly marketplace?: string | undefined;
  /** Address of the remote request hook that decides about requests for access. */
  readonly accessHook?: string | undefined;
  /** Hosts that may be called; every host when absent, link-local addresses never. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** How long an extension point may take to answer one request, in milliseconds. */
  readonly callMs: number;
  /** How long a language model or an embedder may take to answer one request, in milliseconds. */
  readonly modelMs: number;
  /** Search index of the documentation, as the build of the site writes it; the documentation agent knows nothing without it. */
  readonly docs?: string | undefined;
  /** How long a task may take as a whole before its plan gives up, in milliseconds. */
  readonly taskMs: number;
  /** Pause after the first poll of a task, in milliseconds; it grows by half with each further poll. */
  readonly pollMs: number;
  /** Longest pause between two polls, in milliseconds. */
  readonly longestPollMs: number;
  /** Calls to one server at a time. */
  readonly callsPerServer: number;
  /** Tasks of one plan that run at the same time. */
  readonly tasksPerPlan: number;
  /** A program `cue` that evaluates scripts of policies; the one that comes with the platform when absent. */
  readonly cueBinary?: string | undefined;
  /** How long a script may take, in milliseconds. */
  readonly cueMs: number;
  /** Memory that scripts may take in the program that comes with the platform. */
  readonly cueMemoryBytes: number;
  /** What infrastructure template ids have to match. */
  readonly infrastructureTemplateId: RegExp;
  /** What use case template ids have to match. */
  readonly useCaseTemplateId: RegExp;
}

/** What is in force unless an operator says otherwise. */
export const DEFAULT_SETTINGS: Settings = {
  environments: ['development', 'production'],
  callMs: 30_000,
  modelMs: 60_000,
  taskMs: 3_600_000,
  pollMs: 250,
  longestPollMs: 10_000,
  callsPerServer: 10,
  tasksPerPlan: 20,
  cueMs: 10_000,
  cueMemoryBytes: 512 * 1024 * 1024,
  infrastructureTemplateId: /^urn:dmb:itm:.+:.+$/,
  useCaseTemplateId: /^urn:dmb:utm:.+:.+$/,
};
