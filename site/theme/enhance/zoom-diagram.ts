/** Space around an enlarged drawing, px. */
const MARGIN = 48;

/** Shows a diagram as large as the window allows, and never smaller than its original size: then the reader scrolls. */
export function zoomDiagram(inside: Element): void {
  const figure = inside.closest('.diagram');
  const drawing = figure?.querySelector('svg');
  if (!figure || !drawing) return;
  const dialog = document.createElement('dialog');
  dialog.className = 'diagram zoomed';
  dialog.setAttribute('aria-label', drawing.getAttribute('aria-label') ?? 'Diagram');
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = 'Close';
  const frame = document.createElement('div');
  frame.tabIndex = 0;
  frame.append(enlarge(drawing));
  dialog.append(close, frame);
  // A click beside the drawing closes it as the button does; the browser handles Escape.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || target === close) dialog.close();
  });
  dialog.addEventListener('close', () => dialog.remove());
  figure.append(dialog);
  dialog.showModal();
}

function enlarge(drawing: SVGElement): SVGElement {
  const copy = document.importNode(drawing, true);
  const width = Number(drawing.getAttribute('width'));
  const height = Number(drawing.getAttribute('height'));
  const room = Math.min((innerWidth - MARGIN) / width, (innerHeight - 2 * MARGIN) / height);
  copy.style.width = `${Math.ceil(width * Math.max(1, room))}px`;
  return copy;
}
