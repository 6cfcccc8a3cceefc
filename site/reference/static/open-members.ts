/** Shows the properties of a schema below the property that has its type, and hides them again. */
export function openMembers(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-members]') : null;
    if (!button) return;
    const isOpen = button.ariaExpanded === 'true';
    button.ariaExpanded = String(!isOpen);
    if (isOpen) button.nextElementSibling?.remove();
    else button.after(...copyOfProperties(button.dataset['members'] ?? ''));
  });
}

/** As they are at first: what is open in the original is closed in its copy. */
function copyOfProperties(id: string): Node[] {
  const list = document.getElementById(id)?.querySelector('.properties')?.cloneNode(true);
  if (!(list instanceof HTMLElement)) return [];
  for (const button of list.querySelectorAll<HTMLElement>('[data-members][aria-expanded="true"]')) {
    button.ariaExpanded = 'false';
    button.nextElementSibling?.remove();
  }
  return [list];
}
