/** Shows the address of a server in the samples of the contract that the part belongs to. */
export function showServer(part: Element, server: string): void {
  const api = part.closest<HTMLElement>('[data-requests]');
  if (!api) return;
  const shown = api.dataset['server'] ?? api.dataset['base'];
  api.dataset['server'] = server;
  if (shown === undefined || shown === server) return;
  for (const code of api.querySelectorAll('.samples [role=tabpanel] code')) replaceText(code, shown, server);
}

function replaceText(part: Node, before: string, after: string): void {
  for (const node of part.childNodes) {
    if (!(node instanceof Text)) replaceText(node, before, after);
    else if (node.data.includes(before)) node.data = node.data.replaceAll(before, after);
  }
}
