import type { ReferenceExample } from '@tessera/contracts/reference-model';
import { renderCodeBlock } from '../../node/markdown/code-block.ts';
import { parseCodeMeta } from '../../node/markdown/code-meta.ts';

/** Texts longer than this are shown as text of their own, below the JSON that holds them. */
const INLINE_TEXT_MAX = 200;

/** One example, folded; long YAML inside the JSON stands below it, readable. */
export function Example({ example }: { example: ReferenceExample }) {
  const texts = new Map<string, string>();
  const json = JSON.stringify(
    example.value,
    (key: string, value: unknown) => {
      if (typeof value !== 'string' || value.length <= INLINE_TEXT_MAX || !value.includes('\n')) return value;
      texts.set(key, value);
      return `(the text shown below: ${value.split('\n').length} lines)`;
    },
    2,
  );
  return (
    <details className="example">
      <summary>{example.summary}</summary>
      <Code code={json} info="json" />
      {[...texts].map(([key, text]) => (
        <Code key={key} code={text} info={`yaml title="${key}"`} />
      ))}
    </details>
  );
}

function Code({ code, info }: { code: string; info: string }) {
  return <div dangerouslySetInnerHTML={{ __html: renderCodeBlock(code, parseCodeMeta(info)) }} />;
}
