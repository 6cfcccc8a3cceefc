import { bundleSize } from '../bundle-size.ts';
import type { SampleCall } from './calls.ts';
import type { Contender } from './contender.ts';

/** Bytes of an application that uses some operations. */
export interface SizeRow {
  readonly name: string;
  readonly minified: number;
  readonly gzip: number;
}

/** Bundles the same application with every contender, as a browser would download it. */
export async function measureSizes(
  contenders: readonly Contender[],
  calls: readonly SampleCall[],
  folder: string,
): Promise<SizeRow[]> {
  return Promise.all(
    contenders.map(async (contender) => {
      const uses = calls.map(
        (call) => `${call.operationId}: (args: any) => ${contender.call(call, 'args')},`,
      );
      const application = `const baseUrl = location.origin;\n${contender.setUp(calls)}
export const application = {\n${uses.join('\n')}\n};`;
      return { name: contender.name, ...(await bundleSize(application, folder)) };
    }),
  );
}
