import type { ReferenceExample } from '@tessera/contracts/reference-model';
import { renderCodeBlock } from '../../node/markdown/code-block.ts';
import { parseCodeMeta } from '../../node/markdown/code-meta.ts';
import { readableExample } from './readable-example.ts';

/** One example, folded; long YAML inside the JSON stands below it, readable. */
export function Example({ example }: { example: ReferenceExample }) {
  const { json, texts } = readableExample(example.value);
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
