import type { ReferenceExample } from '@tessera/contracts/reference-model';
import { readableExample } from './readable-example.ts';

/** One example, folded; long YAML inside the JSON stands below it, readable. */
export function Example({ example }: { example: ReferenceExample }) {
  const { json, texts } = readableExample(example.value);
  return (
    <details className="example">
      <summary>{example.summary}</summary>
      <Code code={json} language="json" />
      {texts.map(({ name, text }) => (
        <Code key={`${name}\n${text}`} code={text} language="yaml" title={name} />
      ))}
    </details>
  );
}

interface CodeProps {
  readonly code: string;
  readonly language: 'json' | 'yaml';
  readonly title?: string;
}

/** The same block as in articles, still without colours: the page's script adds them when the example is opened. */
function Code({ code, language, title }: CodeProps) {
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
