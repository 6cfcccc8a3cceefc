import { copyCode } from './copy-code.ts';
import { copyPage } from './copy-page.ts';
import { toggleDetails } from './details.ts';
import { filterItems } from './filter-items.ts';
import { playRecording } from './recording.ts';
import { skipFittingTables } from './tables.ts';
import { moveTab, restoreTabs, selectTab } from './tabs.ts';
import { tryOperation } from './try-operation.tsx';
import { offerWrapping, toggleWrapping } from './wrap-code.ts';
import { zoomDiagram } from './zoom-diagram.ts';

/** Makes the copy buttons, tabs, recordings and folding blocks of an article work; returns a function that stops it. */
export function enhance(article: HTMLElement): () => void {
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return;
    const copy = event.target.closest<HTMLButtonElement>('[data-copy]');
    if (copy) void copyCode(copy);
    const twin = event.target.closest<HTMLButtonElement>('[data-copy-page]');
    if (twin) void copyPage(twin);
    const wrap = event.target.closest<HTMLButtonElement>('[data-wrap]');
    if (wrap) toggleWrapping(wrap);
    const play = event.target.closest<HTMLButtonElement>('[data-play]');
    if (play) playRecording(play);
    const zoom = event.target.closest<HTMLElement>('[data-zoom], .diagram svg');
    if (zoom) zoomDiagram(zoom);
    const trial = event.target.closest<HTMLButtonElement>('[data-try]');
    if (trial) tryOperation(trial);
    const tab = event.target.closest<HTMLElement>('[role=tab]');
    if (tab) selectTab(tab);
    const summary = event.target.closest('summary');
    if (summary && toggleDetails(summary)) event.preventDefault();
  };
  const onInput = ({ target }: Event) => {
    if (target instanceof HTMLInputElement && target.closest('.filter')) filterItems(target);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event;
    if (target instanceof HTMLElement && target.role === 'tab' && moveTab(target, key))
      event.preventDefault();
  };
  article.addEventListener('click', onClick);
  article.addEventListener('keydown', onKeyDown);
  article.addEventListener('input', onInput);
  // What was typed while this module loaded, or restored by the browser.
  for (const input of article.querySelectorAll<HTMLInputElement>('.filter input'))
    if (input.value !== '') filterItems(input);
  const stops = [restoreTabs(article), offerWrapping(article), skipFittingTables(article)];
  return () => {
    article.removeEventListener('click', onClick);
    article.removeEventListener('keydown', onKeyDown);
    article.removeEventListener('input', onInput);
    for (const stop of stops) stop();
  };
}
