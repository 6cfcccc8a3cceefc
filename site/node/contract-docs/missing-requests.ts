import type { Problem } from '../problems.ts';
import { allApis } from './catalog.ts';

/** A page as its file has it. */
interface WrittenPage {
  readonly file: string;
  readonly body: string;
  readonly bodyOffset: number;
}

const GROUP = /^(:{4,}) tabs group=language\n[\s\S]*?^\1$/gm;
const DIRECTIVE = /^::: contract requests (.+)$/m;
const PROGRAM = /^```ts\b.*\n([\s\S]*?)^```$/gm;

/**
 * The operations that the TypeScript program of a tab group calls, but that the requests in the other languages of the
 * group leave out. Waiting for a task is no call: all languages poll the tasks that they start.
 */
export function missingRequests({ file, body, bodyOffset }: WrittenPage): Problem[] {
  return [...body.matchAll(GROUP)].flatMap((group) => {
    const directive = DIRECTIVE.exec(group[0]);
    if (!directive) return [];
    const program = [...group[0].matchAll(PROGRAM)].map(([, code]) => code).join('\n');
    const missing = callsOf(program);
    for (const reference of (directive[1] ?? '').split(/\s+/)) {
      const index = missing.indexOf(reference.split('#')[1] ?? '');
      if (index !== -1) missing.splice(index, 1);
    }
    const line = bodyOffset + body.slice(0, group.index + directive.index).split('\n').length;
    return missing.map((name) => ({
      file,
      line,
      message: `the program of these tabs also calls ${name}: add it, or an additional request of it, to the requests`,
    }));
  });
}

/** The operationIds that a program calls with clients of this toolkit, once for each call in its text. */
function callsOf(program: string): string[] {
  const imported = new Set([...program.matchAll(/ from '@tessera\/client\/([\w-]+)'/g)].map(([, id]) => id));
  const apis = allApis().filter(({ api }) => imported.has(api.id) || imported.has('platform'));
  const known = new Set(apis.flatMap(({ api }) => api.operations.map(({ id }) => id)));
  return [...program.matchAll(/\.(\w+)\(/g)].flatMap(([, name = '']) => (known.has(name) ? [name] : []));
}
