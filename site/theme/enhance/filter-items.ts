/** Rows of tables, and terms of the glossary. */
const ITEMS = 'tbody tr, .entry';

/** Hides each item below the field that does not contain the text in it, and the headings that nothing is left of. */
export function filterItems(input: HTMLInputElement): void {
  const text = input.value.trim().toLowerCase();
  const filter = input.closest('.filter');
  let [shown, all] = [0, 0];
  for (const group of groupsAfter(filter)) {
    const items = group.flatMap((element) =>
      element.matches(ITEMS) ? [element] : [...element.querySelectorAll(ITEMS)],
    );
    for (const item of items) hide(item, !(item.textContent ?? '').toLowerCase().includes(text));
    const left = items.filter((item) => !item.hasAttribute('hidden')).length;
    for (const element of group)
      if (!items.includes(element)) hide(element, left === 0 && (items.length > 0 || text !== ''));
    [shown, all] = [shown + left, all + items.length];
  }
  const status = filter?.querySelector('[role=status]');
  if (status) status.textContent = text === '' ? '' : `${shown} of ${all}`;
}

/** What follows, divided before each heading. */
function groupsAfter(filter: Element | null): Element[][] {
  const groups: Element[][] = [[]];
  for (let next = filter?.nextElementSibling ?? null; next !== null; next = next.nextElementSibling) {
    if (/^H[23]$/.test(next.tagName)) groups.push([]);
    groups.at(-1)?.push(next);
  }
  return groups;
}

function hide(element: Element, isHidden: boolean): void {
  element.toggleAttribute('hidden', isHidden);
}
