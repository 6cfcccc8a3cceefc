import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import ajvFormats from 'ajv-formats';
import type { Plugin } from 'esbuild';

/** The version of OpenAPI that the servers pass to the router. */
const VERSION = '3.1';

/** Says that a module is wanted as it is. */
const AS_IT_IS = {};

const CHECK = 'openapi-check';
const COMPILED = 'openapi-compiled';

/**
 * fastify-openapi-glue validates every document against the schema of OpenAPI, and compiles that schema: a third of a
 * server's start time. This module compiles it in advance, with the same library and options; the rest of the validator
 * is unchanged.
 */
export function compiledOpenapi(): Plugin {
  let isApplied = false;
  return {
    name: 'compiled-openapi',
    setup(build) {
      build.onResolve({ filter: /^@seriousme\/openapi-schema-validator$/ }, async (asked) => {
        if (asked.pluginData === AS_IT_IS) return undefined;
        const { path, errors } = await build.resolve(asked.path, {
          kind: asked.kind,
          resolveDir: asked.resolveDir,
          pluginData: AS_IT_IS,
        });
        // The bundle names its modules: paths of this machine must not appear in these names.
        return errors.length > 0 ? { errors } : { path: VERSION, namespace: CHECK, pluginData: path };
      });
      build.onLoad({ filter: /./, namespace: CHECK }, ({ pluginData }) => ({
        resolveDir: dirname(pluginData),
        contents: checker(pluginData),
        pluginData,
      }));
      build.onResolve({ filter: /^openapi-compiled$/ }, ({ pluginData }) => ({
        path: VERSION,
        namespace: COMPILED,
        pluginData,
      }));
      build.onLoad({ filter: /./, namespace: COMPILED }, ({ pluginData }) => {
        isApplied = true;
        return { resolveDir: dirname(pluginData), contents: compile(dirname(pluginData)) };
      });
      build.onEnd(() => {
        if (isApplied) return {};
        return { errors: [{ text: 'the router checks documents by another package than it did' }] };
      });
    },
  };
}

/** The validator of the package, with the compiled schema of one version. */
function checker(path: string): string {
  return `import { Validator as Whole } from ${JSON.stringify(path)};
import compiled from '${COMPILED}';
export class Validator extends Whole {
  getAjvValidator(version) {
    return version === '${VERSION}' ? compiled : super.getAjvValidator(version);
  }
}`;
}

/** What the checker would make of its schema at run time, as the text of a CommonJS module. */
function compile(folder: string): string {
  const schema: object = JSON.parse(readFileSync(join(folder, `schemas/v${VERSION}/schema.json`), 'utf8'));
  const ajv = ajvFormats.default(new Ajv2020({ strict: false, code: { source: true } }));
  ajv.addFormat('media-range', true);
  return standaloneCode.default(ajv, ajv.compile(schema));
}
