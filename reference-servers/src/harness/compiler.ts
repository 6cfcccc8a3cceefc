import { _, Ajv2020, type Code, type CodeKeywordDefinition, type Options } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';

/**
 * Ajv with formats, and with lengths that count characters only when the size of a string does not decide. By default
 * Ajv counts every string that has a limit: milliseconds per megabyte, and a tenth of the time of a request of half a
 * kilobyte.
 */
export function createCompiler(options: Options): Ajv2020 {
  const ajv = ajvFormats.default(new Ajv2020(options));
  for (const keyword of ['maxLength', 'minLength']) {
    const rule = ajv.getKeyword(keyword);
    if (typeof rule !== 'object' || !('code' in rule)) throw new Error(`Ajv has no keyword ${keyword}`);
    // Before `pattern`, as in Ajv: the first failure is the one reported.
    ajv
      .removeKeyword(keyword)
      .addKeyword({ ...rule, keyword, before: 'pattern', code: sizeFirst(rule.code) });
  }
  return ajv;
}

/** A character takes one or two UTF-16 units of the size. */
function sizeFirst(count: CodeKeywordDefinition['code']): CodeKeywordDefinition['code'] {
  return (context) => {
    const { keyword, data, schemaCode: limit } = context;
    const isOpen = keyword === 'maxLength' ? _`${data}.length > ${limit}` : _`${data}.length < 2 * ${limit}`;
    const fail$data = (condition: Code): void => context.fail$data(_`${isOpen} && ${condition}`);
    count(Object.create(context, { fail$data: { value: fail$data } }));
  };
}
