import type { ModelConfiguration } from '@tessera/contracts/types/assistant';
import { Problem } from '@tessera/reference-servers/harness';
import OpenAI, { AzureOpenAI } from 'openai';
import type { Context } from '../../context.ts';
import { fetchThrough } from '../../outbound/fetch-through.ts';
import { readModel } from './model-store.ts';

/** A message to a language model. */
export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A tool that a language model can call. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Record<string, unknown>;
}

/** The response of a language model: a text, or a call of a tool. */
export interface ModelAnswer {
  readonly text: string;
  readonly call: { readonly name: string; readonly arguments: string } | undefined;
}

/** A language model. Its functions reject with a Problem when the model cannot be called. */
export interface LanguageModel {
  answer(messages: readonly ModelMessage[], tools?: readonly ModelTool[]): Promise<ModelAnswer>;
}

/** A model that turns texts into vectors. Rejects with a Problem when the model cannot be called. */
export interface Embedder {
  /** Names the model and its provider: vectors with the same name can be compared. */
  readonly name: string;
  embed(texts: readonly string[]): Promise<number[][]>;
}

/** The only provider whose addresses have a deployment and a version; all others are called like OpenAI. */
const AZURE = 'azure_openai';

/**
 * The configured language model; undefined when none is configured.
 * @throws Problem when its key cannot be decrypted
 */
export async function openLanguageModel(context: Context): Promise<LanguageModel | undefined> {
  const config = await readModel(context, 'llm');
  if (config === undefined) return undefined;
  const client = clientFor(context, config);
  return {
    async answer(messages, tools = []) {
      const completion = await calling(config, () =>
        client.chat.completions.create({
          model: config.model,
          messages: [...messages],
          ...(tools.length === 0
            ? {}
            : { tools: tools.map((tool) => ({ type: 'function' as const, function: { ...tool } })) }),
        }),
      );
      const message = completion.choices?.[0]?.message;
      if (message === undefined) throw failed('it sent an answer without a message');
      const call = message.tool_calls?.find((one) => one.type === 'function');
      return { text: message.content ?? '', call: call?.function };
    },
  };
}

/**
 * The configured embedder; undefined when none is configured.
 * @throws Problem when its key cannot be decrypted
 */
export async function openEmbedder(context: Context): Promise<Embedder | undefined> {
  const config = await readModel(context, 'embedder');
  if (config === undefined) return undefined;
  const client = clientFor(context, config);
  return {
    name: `${config.model} ${config.deployment} ${config.endpoint}`,
    async embed(texts) {
      if (texts.length === 0) return [];
      const { data } = await calling(config, () =>
        client.embeddings.create({ model: config.model, input: [...texts], encoding_format: 'float' }),
      );
      const vectors = data?.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding) ?? [];
      const isUsable = vectors.length === texts.length && vectors.every(isVector);
      if (!isUsable || vectors.some(({ length }) => length !== vectors[0]?.length)) {
        throw failed('it did not send one vector of numbers for each text');
      }
      return vectors;
    },
  };
}

function isVector(vector: unknown): boolean {
  return Array.isArray(vector) && vector.length > 0 && vector.every(Number.isFinite);
}

function clientFor({ outbound, settings }: Context, config: ModelConfiguration): OpenAI {
  const base = config.endpoint.replace(/\/+$/, '');
  const common = {
    apiKey: config.api_key,
    // Without these, the library reads environment variables.
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off' as const,
    timeout: settings.modelMs,
    maxRetries: 1,
    // Requests and responses are not recorded: they may contain data that only the caller may see.
    fetch: fetchThrough(outbound.transport(async () => {})),
  };
  if (config.provider !== AZURE) return new OpenAI({ ...common, baseURL: base });
  return new AzureOpenAI({
    ...common,
    baseURL: `${base}/openai`,
    deployment: encodeURIComponent(config.deployment),
    apiVersion: config.api_version,
  });
}

/** Maximum length of a provider's text that is repeated to the caller. */
const LONGEST_PROBLEM = 300;

async function calling<T>({ api_key }: ModelConfiguration, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const message = cause instanceof Error ? (innermost(cause) ?? cause.message) : String(cause);
    throw failed(message.replaceAll(api_key, '[masked]').slice(0, LONGEST_PROBLEM), cause);
  }
}

/** The library reports all connection problems alike; their cause distinguishes them. */
function innermost({ cause }: Error): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  return innermost(cause) ?? cause.message;
}

function failed(problem: string, cause?: unknown): Problem {
  return new Problem('MODEL_CALL_FAILED', { problem }, { cause });
}
