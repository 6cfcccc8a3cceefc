import { llmEngine } from '@tessera/contracts/operations/llm-engine';
import { llmEngineSchemas } from '@tessera/contracts/schemas/llm-engine';
import type { Operations } from '@tessera/contracts/types/llm-engine';
import type { FastifyInstance } from 'fastify';
import type { Mount } from '../harness/mount.ts';
import { Problem } from '../harness/problem.ts';
import type { HandlersOf } from './handlers.ts';
import { type MountOptions, mountHandlers } from './mount-handlers.ts';
import type { ProblemOf } from './problem-of.ts';
import { type KitOptions, serveMount } from './serve-mount.ts';

/** What an LLM engine implements. */
export type LlmEngineHandlers = HandlersOf<(typeof llmEngine)['operations'], Operations>;

/** A {@link Problem} that offers the codes of this contract only. */
export const LlmEngineProblem: ProblemOf<Operations> = Problem;

/**
 * An LLM engine as a separate server.
 * @throws Error that names every handler that is missing or unknown
 */
export function createLlmEngine(handlers: LlmEngineHandlers, options: KitOptions = {}): FastifyInstance {
  return serveMount(mountLlmEngine(handlers, options), options);
}

/** An LLM engine as a part of a server. */
export function mountLlmEngine(handlers: LlmEngineHandlers, options?: MountOptions): Mount {
  return mountHandlers({ table: llmEngine, schemas: llmEngineSchemas }, handlers, options);
}
