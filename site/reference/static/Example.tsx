import type { ReferenceExample } from '@tessera/contracts/reference-model';
import { scrollable } from '../../shared/scrollable.ts';
import { longTexts } from './long-texts.ts';

interface ExampleProps {
  readonly example: ReferenceExample;
  /** Of the answer that it is an example of. */
  readonly status?: string;
  readonly isOpen?: boolean;
}

/** One example, folded unless it is to be seen at once; long YAML inside the JSON is shown below it once more. */
export function Example({ example, status, isOpen = false }: ExampleProps) {
  return (
    <details className="example" open={isOpen}>
      <summary>
        {status !== undefined && <code className={`s${status.charAt(0)}`}>{status}</code>} {example.summary}
      </summary>
      <Code code={JSON.stringify(example.value, null, 2)} language="json" />
      {longTexts(example.value).map(({ name, text }) => (
        <Code key={`${name}\n${text}`} code={text} language="yaml" title={name} />
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
