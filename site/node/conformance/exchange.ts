import type { ShownExchange } from '@tessera/conformance';

/** Requests and their answers, numbered because several can be alike. */
export function renderSequence(exchanges: readonly ShownExchange[]): string[] {
  const { length } = exchanges;
  return exchanges.map((one, index) =>
    renderExchange(length === 1 ? one : { ...one, label: `${one.label} (${index + 1} of ${length})` }),
  );
}

/** A request and its answer as two blocks of text. */
export function renderExchange(exchange: ShownExchange): string {
  const { label, request } = exchange;
  const asked = [
    `${request.method} ${request.path}`,
    ...(request.body === undefined ? [] : ['', request.body]),
  ];
  return `${block(`Request: ${label}`, asked)}\n\n${renderResponse(exchange)}`;
}

/** The answer alone. */
export function renderResponse({ response, failure }: ShownExchange): string {
  const lines =
    response === undefined
      ? [`no response: ${failure ?? 'the connection was closed'}`]
      : [`HTTP/1.1 ${response.status}`, ...mediaType(response.mediaType), ...body(response.body)];
  return block('Response', lines);
}

function mediaType(type: string): string[] {
  return type === '' ? [] : [`Content-Type: ${type}`];
}

function body(text: string): string[] {
  return text === '' ? [] : ['', text];
}

function block(title: string, lines: readonly string[]): string {
  const name = title.replaceAll('"', "'");
  return `\`\`\`\`http title="${name}"\n${lines.join('\n')}\n\`\`\`\``;
}
