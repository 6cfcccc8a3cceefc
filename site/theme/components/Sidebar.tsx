import { type KeyboardEvent, type SyntheticEvent, useId, useState } from 'react';
import type { SidebarCategory, SidebarItem } from '../../shared/site.ts';
import { isExternal, isSameRoute } from '../../shared/urls.ts';
import { useRoute } from '../route-context.tsx';
import { Collapsible } from './Collapsible.tsx';
import { ExternalIcon } from './Navbar.tsx';
import { SiteLink } from './SiteLink.tsx';

interface SidebarProps {
  readonly items: readonly SidebarItem[];
  readonly label: string;
  readonly onChoose?: (() => void) | undefined;
}

/** The label of a requirement: its id and its title. */
const WITH_ID = /^([A-Z]{1,4}-\d+) (.*)$/;

/** The tree of one part of the documentation. */
export function Sidebar({ items, label, onChoose }: SidebarProps) {
  return (
    <nav className="sidebar" aria-label={label}>
      <Items items={items} onChoose={onChoose} />
    </nav>
  );
}

function Items({ items, onChoose }: { items: readonly SidebarItem[]; onChoose: (() => void) | undefined }) {
  const { page } = useRoute();
  return (
    <ul>
      {items.map((item) =>
        item.kind === 'category' ? (
          <Category key={item.first} category={item} onChoose={onChoose} />
        ) : (
          <li key={item.to}>
            <SiteLink
              to={item.to}
              {...(isSameRoute(item.to, page.route) && { 'aria-current': 'page' })}
              {...(WITH_ID.test(item.label) && { title: item.label })}
              onClick={onChoose}
            >
              <Label text={item.label} />
              {isExternal(item.to) && <ExternalIcon />}
            </SiteLink>
          </li>
        ),
      )}
    </ul>
  );
}

/** A label; the id of a requirement has a separate column. */
function Label({ text }: { text: string }) {
  const [, id, title] = WITH_ID.exec(text) ?? [];
  if (id === undefined) return text;
  return (
    <span className="with-id">
      <code>{id}</code> <span>{title}</span>
    </span>
  );
}

interface CategoryProps {
  readonly category: SidebarCategory;
  readonly onChoose: (() => void) | undefined;
}

function Category({ category, onChoose }: CategoryProps) {
  const { page } = useRoute();
  const id = useId();
  const isActive = holds(category, page.route);
  const [isOpen, setOpen] = useState(isActive);
  const [wasActive, setWasActive] = useState(isActive);
  // A category opens by itself when the reader enters it, and then stays as the reader leaves it.
  if (isActive !== wasActive) {
    setWasActive(isActive);
    if (isActive) setOpen(true);
  }
  const isCurrent = isPageOf(category, page.route);
  const toggle = (event: SyntheticEvent) => {
    event.preventDefault();
    setOpen(!isOpen);
  };
  // It is a link without scripts; links do not handle the Space key.
  const pressBySpace = (event: KeyboardEvent) => {
    if (event.key === ' ') toggle(event);
  };
  return (
    <li className="category" data-open={isOpen}>
      <div className="category-row">
        {category.to === undefined ? (
          <SiteLink
            to={category.first}
            {...(isCurrent && { 'aria-current': 'page' })}
            role="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={toggle}
            onKeyDown={pressBySpace}
          >
            {category.label}
          </SiteLink>
        ) : (
          <>
            <SiteLink
              to={category.to}
              {...(isCurrent && { 'aria-current': 'page' })}
              onClick={() => {
                setOpen(true);
                onChoose?.();
              }}
            >
              {category.label}
            </SiteLink>
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={id}
              aria-label={`${isOpen ? 'Collapse' : 'Expand'} sidebar category '${category.label}'`}
              onClick={toggle}
            />
          </>
        )}
      </div>
      <Collapsible id={id} isOpen={isOpen && category.items !== null} onReveal={() => setOpen(true)}>
        <Items items={category.items ?? []} onChoose={onChoose} />
      </Collapsible>
    </li>
  );
}

function holds(item: SidebarItem, route: string): boolean {
  return (
    isPageOf(item, route) ||
    (item.kind === 'category' && (item.items ?? []).some((child) => holds(child, route)))
  );
}

function isPageOf(item: SidebarItem, route: string): boolean {
  const page = item.to ?? (item.kind === 'category' ? item.list : undefined);
  return page !== undefined && isSameRoute(page, route);
}
