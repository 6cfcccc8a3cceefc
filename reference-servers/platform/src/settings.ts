/** A service that receives notifications. */
export interface Webhook {
  readonly url: string;
  /** Kinds of notifications that it receives; all when absent. */
  readonly kinds?: readonly string[] | undefined;
  /** Headers that are sent along, for example to authenticate the platform. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Key in base64, with which notifications are signed as Standard Webhooks define it. */
  readonly secret?: string | undefined;
}

/** Actions of this platform that a remote request hook decides about, by their names in hooks. */
export type HookedAction = 'AccessControlAction';

/** Where the resources of a type are listed. */
export interface ResolverSetting {
  readonly url: string;
  /** Path of the operation, where it is not the one of the contract. */
  readonly path?: string;
  readonly batchSize?: number;
}

/** The settings of a platform. */
export interface Settings {
  /** Names of the environments that deployments may go to. */
  readonly environments: readonly string[];
  /** Address of the data catalog plugin, without its version; its phase is skipped when absent. */
  readonly dataCatalog?: string | undefined;
  /** Address of the marketplace plugin, without its version; its phase is skipped when absent. */
  readonly marketplace?: string | undefined;
  /** Address of the remote request hook that decides about each action. */
  readonly hooks: Readonly<Partial<Record<HookedAction, string>>>;
  /** Perimeter resolvers of resource types that name none, by the names of the types. */
  readonly resolvers: Readonly<Record<string, ResolverSetting>>;
  /** Addresses of engines for policies and metrics that name none. */
  readonly engines: Readonly<Partial<Record<'remote' | 'governanceAgent', string>>>;
  /** Services that receive notifications. */
  readonly webhooks: readonly Webhook[];
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
  /** How long a caller of version 1 of the validation waits for its end, in milliseconds; then the validation is stopped. */
  readonly validateMs: number;
  /** Pause after the first poll of a task, in milliseconds; it grows by half with each further poll. */
  readonly pollMs: number;
  /** Maximum pause between two polls, in milliseconds. */
  readonly longestPollMs: number;
  /** Concurrent calls to one server. */
  readonly callsPerServer: number;
  /** Concurrent tasks of one plan. */
  readonly tasksPerPlan: number;
  /** A program `cue` that evaluates scripts of policies; the bundled one when absent. */
  readonly cueBinary?: string | undefined;
  /** How long a script may take, in milliseconds. */
  readonly cueMs: number;
  /** Memory limit for scripts in the bundled program. */
  readonly cueMemoryBytes: number;
  /** The pattern of infrastructure template ids. */
  readonly infrastructureTemplateId: RegExp;
  /** The pattern of use case template ids. */
  readonly useCaseTemplateId: RegExp;
}

/** The default settings. */
export const DEFAULT_SETTINGS: Settings = {
  environments: ['development', 'production'],
  hooks: {},
  resolvers: {},
  engines: {},
  webhooks: [],
  callMs: 30_000,
  modelMs: 60_000,
  taskMs: 3_600_000,
  validateMs: 60_000,
  pollMs: 250,
  longestPollMs: 10_000,
  callsPerServer: 10,
  tasksPerPlan: 20,
  cueMs: 10_000,
  cueMemoryBytes: 512 * 1024 * 1024,
  infrastructureTemplateId: /^urn:dmb:itm:.+:.+$/,
  useCaseTemplateId: /^urn:dmb:utm:.+:.+$/,
};
