import type { Hook, HookUpdate } from '@tessera/contracts/types/builder';
import type {
  AclRequest,
  CoordinatorReverseProvisioningRequest,
  ExecutionPlanStatus,
  PlanTaskAction,
  PlanTaskStatus,
} from '@tessera/contracts/types/coordinator-v1';
import type { ComponentStatus } from '@tessera/contracts/types/coordinator-v2';
import type { Notification } from '@tessera/contracts/types/notifications';
import type { LogLevel } from '@tessera/contracts/types/tech-adapter';
import type { Generated } from 'kysely';
import type { Json, Timestamp } from './columns.ts';
import type {
  ComputationalResourceTable,
  EntityScheduleTable,
  EvaluatedResourceTable,
  EvaluationReportTable,
  EvaluationResultTable,
  EvaluationStatusTable,
  GovernanceEntityTable,
  ResourceTypeTable,
} from './governance-tables.ts';

/** The purpose of a plan. Plans of the kind PROVISIONING change a unit; at most one of them is active for each. */
export type PlanKind = 'PROVISIONING' | 'VALIDATION' | 'ACCESS' | 'REVERSE_PROVISIONING';

/** How a plan is stopped: running tasks are asked to stop, or everything halts at once. */
export type TerminationMode = 'safe' | 'forced';

/** Actions that the contract lacks. */
export type InternalAction = 'REVERSE_PROVISIONING' | 'APPROVAL';

/** The stored data of a plan's request, by its kind. */
export interface PlanRequest {
  /** Ids of the components whose data is removed. */
  readonly removing?: readonly string[];
  /** A part of the unit is deployed. */
  readonly deploys?: boolean;
  /** Descriptor of the deployed unit when the plan was created, with its results; YAML text. */
  readonly latestEnrichedDescriptor?: string;
  readonly access?: AclRequest;
  /** The hook that must approve first. */
  readonly approval?: {
    readonly hookId: string;
    readonly url: string;
    readonly fields: Readonly<Record<string, unknown>>;
  };
  readonly reverse?: CoordinatorReverseProvisioningRequest;
}

/** A tech adapter of the registry. */
export interface TechAdapterTable {
  id: string;
  version: string;
  name: string;
  description: string | null;
  labels: string[];
}

/** Where a tech adapter listens in one environment. */
export interface TechAdapterDeploymentTable {
  adapter_id: string;
  environment: string;
  url: string;
  enabled: boolean;
  properties: Json<object> | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** The last provisioning of a deployment unit in an environment. */
export interface UnitStateTable {
  unit_id: string;
  environment: string;
  /** Kind of the unit, mostly `dataproduct`. */
  kind: string;
  version: string;
  /** YAML text, as it was sent. */
  descriptor: string;
  /** True when the unit's own provisioning, the data catalog or the marketplace failed, although the components did not. */
  is_corrupt: boolean;
  updated_at: Timestamp;
}

/** The state of a component in an environment. */
export interface ComponentStateTable {
  unit_id: string;
  environment: string;
  component_id: string;
  status: ComponentStatus;
  version: string;
  /** The component's entry of the descriptor that was provisioned last. */
  descriptor: Json<Record<string, unknown>>;
  /** The results of its tech adapter: publicInfo, privateInfo, aclInfo. */
  info: Json<Record<string, unknown>> | null;
  /** `Deploy` or `Undeploy`, as the contract of tech adapters names the latest operation. */
  operation: string;
  operation_status: string;
  updated_at: Timestamp;
}

/** A plan: the graph of tasks of one request. */
export interface PlanTable {
  id: string;
  kind: PlanKind;
  unit_id: string;
  environment: string;
  version: string;
  status: ExecutionPlanStatus;
  /** Null until a caller asks to stop the plan. */
  termination: TerminationMode | null;
  descriptor: string;
  request: Json<PlanRequest>;
  traceparent: string | null;
  started_at: Timestamp;
  stopped_at: Timestamp | null;
}

/** One step of a plan. */
export interface TaskTable {
  id: string;
  plan_id: string;
  key: string;
  position: number;
  name: string;
  action: PlanTaskAction | InternalAction;
  component_id: string | null;
  status: PlanTaskStatus;
  result: string | null;
  /** Token that the tech adapter returned. */
  token: string | null;
  sub_plan_id: string | null;
  started_at: Timestamp | null;
  stopped_at: Timestamp | null;
}

/** `task_id` starts after `depends_on` has ended. */
export interface TaskEdgeTable {
  plan_id: string;
  task_id: string;
  depends_on: string;
}

/** A line of the log of a plan. */
export interface LogEntryTable {
  id: Generated<string>;
  plan_id: string;
  task_id: string | null;
  at: Timestamp;
  severity: LogLevel;
  message: string;
  phase: string | null;
}

/** A request to an extension point and its response, with secrets masked and bodies truncated. */
export interface ExchangeTable {
  id: Generated<string>;
  plan_id: string | null;
  task_id: string | null;
  /** The evaluation that it belongs to. */
  report_id: string | null;
  /** Contract of the server; null for a webhook. */
  api: string | null;
  at: Timestamp;
  method: string;
  url: string;
  request_headers: Json<Record<string, string>>;
  request_body: string | null;
  status: number | null;
  response_headers: Json<Record<string, string>>;
  response_body: string | null;
  /** Names of the truncated bodies: `request`, `response`. */
  cut: string[];
  duration_ms: number;
  error: string | null;
}

/** A decision that a task waits for. */
export interface HookTable {
  id: string;
  name: string;
  task_id: string;
  plan_id: string;
  action_name: string;
  status: Hook['status'];
  info: Json<NonNullable<HookUpdate['hookInfo']>> | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** A notification for one webhook. */
export interface NotificationTable {
  id: string;
  /** The plan that it is about, or a part of; null for results of governance outside plans. */
  plan_id: string | null;
  /** The evaluation report that it is about. */
  report_id: string | null;
  url: string;
  kind: string;
  payload: Json<Notification>;
  status: 'WAITING' | 'DELIVERED' | 'FAILED';
  attempts: Generated<number>;
  /** Why the latest attempt failed. */
  problem: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** An agent for tasks. */
export interface AgentTable {
  id: string;
  name: string;
  description: string;
  endpoint: string;
  payload: Json<Record<string, unknown>>;
  need_authentication: boolean;
  active: boolean;
}

/** A message of a conversation with the assistant. */
export interface ConversationMessageTable {
  id: Generated<string>;
  /** Hash of the session id: callers choose ids of any length. */
  session: string;
  role: 'user' | 'assistant';
  content: string;
  at: Timestamp;
}

/** How a model is reached. */
export interface ModelConfigTable {
  kind: 'llm' | 'embedder';
  provider: string;
  endpoint: string;
  encrypted_key: string;
  deployment: string;
  api_version: string;
  model: string;
  updated_at: Timestamp;
}

/** The vector of a passage of the documentation. */
export interface DocsVectorTable {
  /** Names the model and where it runs; vectors of different models cannot be compared. */
  model: string;
  /** Hash of the text. */
  passage: string;
  /** 32-bit floats in the byte order of the machine. */
  vector: Buffer;
}

/** The last heartbeat of a process of the platform. */
export interface ProcessHeartbeatTable {
  executor_id: string;
  seen_at: Timestamp;
}

/** Every table of the platform; those of the engine are in a separate schema. */
export interface Tables {
  tech_adapter: TechAdapterTable;
  tech_adapter_deployment: TechAdapterDeploymentTable;
  unit_state: UnitStateTable;
  component_state: ComponentStateTable;
  plan: PlanTable;
  task: TaskTable;
  task_edge: TaskEdgeTable;
  log_entry: LogEntryTable;
  exchange: ExchangeTable;
  hook: HookTable;
  notification: NotificationTable;
  agent: AgentTable;
  conversation_message: ConversationMessageTable;
  model_config: ModelConfigTable;
  docs_vector: DocsVectorTable;
  process_heartbeat: ProcessHeartbeatTable;
  governance_entity: GovernanceEntityTable;
  resource_type: ResourceTypeTable;
  evaluation_report: EvaluationReportTable;
  evaluated_resource: EvaluatedResourceTable;
  evaluation_result: EvaluationResultTable;
  entity_schedule: EntityScheduleTable;
  computational_resource: ComputationalResourceTable;
  evaluation_status: EvaluationStatusTable;
}
