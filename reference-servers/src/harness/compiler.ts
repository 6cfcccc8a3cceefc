import { _, Ajv2020, type Code, type CodeKeywordDefinition, type Options } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';

/**
 * Ajv with formats, and with lengths that count characters only where the size of a string leaves it open. Left alone, Ajv
 * counts every string that has a limit: milliseconds a megabyte, and a tenth of a request of half a kilobyte.
 */
export function createCompiler(options: Options): Ajv2020 {
  const ajv = ajvFormats.default(new Ajv2020(options));
  for (const keyword of ['maxLength', 'minLength']) {
    const rule = ajv.getKeyword(keyword);
    if (typeof rule !== 'object' || !('code' in rule)) throw new Error(`Ajv has no keyword ${keyword}`);
    // Before `pattern`, as it was: the first failure is the one that is told.
    ajv
      .removeKeyword(keyword)
      .addKeyword({ ...rule, keyword, before: 'pattern', code: sizeFirst(rule.code) });
  }
  return ajv;
}

/** Of the units of UTF-16 that a size is, a character takes one or two. */
function sizeFirst(count: CodeKeywordDefinition['code']): CodeKeywordDefinition['code'] {
  return (context) => {
    const { keyword, data, schemaCode: limit } = context;
    const isOpen = keyword === 'maxLength' ? _`${data}.length > ${limit}` : _`${data}.length < 2 * ${limit}`;
    const fail$data = (condition: Code): void => context.fail$data(_`${isOpen} && ${condition}`);
    count(Object.create(context, { fail$data: { value: fail$data } }));
  };
}
