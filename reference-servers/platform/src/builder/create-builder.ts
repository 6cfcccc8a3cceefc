import { builder } from '@tessera/contracts/operations/builder';
import { builderSchemas } from '@tessera/contracts/schemas/builder';
import { type Mount, readContract } from '@tessera/reference-servers/harness';
import type { Context } from '../context.ts';
import { createBuilderHandlers } from './handlers.ts';

/** The builder's API. */
export function createBuilder(context: Context): Mount {
  return { contract: readContract(builder, builderSchemas), handlers: createBuilderHandlers(context) };
}
