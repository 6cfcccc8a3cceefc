import type { Api } from '../model.ts';
import { docComment, type EmittedFile, header, pascalCase, propertyKey } from './file.ts';

/** `handlers/<api>.d.ts`: one function per operation; a response that the contract does not list does not compile. */
export function emitHandlers(api: Api): EmittedFile {
  const members = api.operations.map(({ id, method, path, summary, errors }) => {
    const codes = Object.values(errors).flat();
    const comment = docComment(
      [`${method} ${path}: ${summary}.`, ...(codes.length > 0 ? [`Errors: ${codes.join(', ')}.`] : [])],
      '  ',
    );
    const operation = `Operations[${JSON.stringify(id)}]`;
    return `${comment}  ${propertyKey(id)}(request: OperationRequest<${operation}>, context: Context): Awaitable<Answer<${operation}>>;\n`;
  });
  const text = [
    header(api.bundle.file.path),
    `import type { Operations } from '../types/${api.id}.js';\n`,
    `import type { Answer, Awaitable, OperationRequest } from '../vocabulary.js';\n\n`,
    `/** What a server of the ${api.title} implements. \`Context\` is whatever the server hands to its handlers. */\n`,
    `export interface ${pascalCase(api.id)}Handlers<Context = unknown> {\n${members.join('')}}\n`,
  ].join('');
  return { path: `handlers/${api.id}.d.ts`, text };
}
