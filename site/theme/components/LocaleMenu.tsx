import { useRoute } from '../route-context.tsx';
import { useSite } from '../site-context.tsx';
import { Menu } from './Menu.tsx';
import { SiteLink } from './SiteLink.tsx';

/** The languages of the site. There is one; the menu shows it, and has room for more. */
export function LocaleMenu() {
  const { locales } = useSite();
  const { page } = useRoute();
  const [current] = locales;
  if (!current) return null;
  const code = current.code.toUpperCase();
  return (
    // The visible text must be a part of the accessible name, or users of speech input could not say it.
    <Menu label={`Language: ${code}, ${current.label}`} shown={code}>
      <ul>
        {locales.map((locale) => (
          <li key={locale.code}>
            <SiteLink to={page.route} lang={locale.code} aria-current={locale.code === current.code}>
              {locale.label}
            </SiteLink>
          </li>
        ))}
      </ul>
    </Menu>
  );
}
