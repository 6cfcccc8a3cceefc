import { useAnnouncement } from '../hooks/use-announcement.tsx';

/** One line above the site. It is in every static page; closing it hides it before the first paint from then on. */
export function AnnouncementBar() {
  const { announcement, close } = useAnnouncement();
  if (announcement === null) return null;
  return (
    <aside className="announcement" aria-label="Announcement">
      {/* Rendered at build time from one line of Markdown. */}
      <p dangerouslySetInnerHTML={{ __html: announcement.html }} />
      {announcement.closeable && (
        <button type="button" className="needs-js" aria-label="Close" onClick={close}>
          ×
        </button>
      )}
    </aside>
  );
}
