import type { ReferenceExample } from '@tessera/contracts/reference-model';
import { longTexts } from './long-texts.ts';

/** One example, folded; long YAML inside the JSON stands below it once more, readable. */
export function Example({ example }: { example: ReferenceExample }) {
  return (
    <details className="example">
      <summary>{example.summary}</summary>
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

/** The same block as in articles, still without colours: the page's script adds them when the code is shown. */
export function Code({ code, language, title }: CodeProps) {
  return (
    <figure className="code">
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

/** Code that is wider than the page is scrolled with the keyboard. */
function scrollable(label: string) {
  return { role: 'group', tabIndex: 0, 'aria-label': label };
}
