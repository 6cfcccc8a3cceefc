import type { Guide } from './guides.ts';

/** The pages that explain this, if there are any. */
export function GuideLinks({ guides }: { guides: readonly Guide[] }) {
  const [first] = guides;
  if (!first) return null;
  const unique = [...new Map(guides.map((guide) => [guide.href, guide])).values()];
  return (
    <p className="guides">
      Explained in{' '}
      {unique.map(({ title, href }, index) => (
        <span key={href}>
          {index > 0 && ', '}
          <a href={href}>{title}</a>
        </span>
      ))}
    </p>
  );
}
