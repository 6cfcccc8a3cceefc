import type { ReferenceExample } from '@tessera/contracts/reference-model';
import { scrollable } from '../../shared/scrollable.ts';
import { readableExample } from '../samples/text-files.ts';

interface ExampleProps {
  readonly example: ReferenceExample;
  /** Of the answer that it is an example of. */
  readonly status?: string;
  readonly isOpen?: boolean;
}

/** One example, folded unless it is to be seen at once; long texts inside the JSON are shown below it. */
export function Example({ example, status, isOpen = false }: ExampleProps) {
  const { json, files } = readableExample(example.value);
  return (
    <details className="example" open={isOpen}>
      <summary>
        {status !== undefined && <code className={`s${status.charAt(0)}`}>{status}</code>} {example.summary}
      </summary>
      <Code code={json} language="json" />
      {files.map(({ name, text, language }) => (
        <Code key={`${name}\n${text}`} code={text} language={language} title={name} />
      ))}
    </details>
  );
}

interface CodeProps {
  readonly code: string;
  readonly language: 'json' | 'yaml' | 'bash' | 'typescript' | 'python' | 'java';
  readonly title?: string;
}

/** The same block as in articles, still without colors: the page's script adds them when the code is shown. */
export function Code({ code, language, title }: CodeProps) {
  return (
    <figure className="code" {...(language === 'bash' && { 'data-wrapped': '' })}>
      {title !== undefined && <figcaption>{title}</figcaption>}
      <pre {...scrollable(title ?? `Code, ${language}`)}>
        <code data-language={language}>{code.trimEnd()}</code>
      </pre>
      <button type="button" className="copy" data-copy="">
        Copy
      </button>
    </figure>
  );
}
