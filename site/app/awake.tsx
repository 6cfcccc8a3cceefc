import { createPortal } from 'react-dom';
import { AskDock } from '../theme/ask/AskDock.tsx';
import { BackToTop } from '../theme/components/BackToTop.tsx';
import { HiddenNavbar } from '../theme/components/HiddenNavbar.tsx';
import { ProgressBar } from '../theme/components/ProgressBar.tsx';
import { TocHighlight } from '../theme/components/TocHighlight.tsx';
import { WhenSeen } from '../theme/components/WhenSeen.tsx';
import { Lazy, lazyPart } from '../theme/lazy-part.tsx';
import { useSite } from '../theme/site-context.tsx';
import type { CompanionsProps } from './App.tsx';

export { startNavigation } from './navigation.ts';

const footerTools = lazyPart(
  () => import('../theme/components/FooterTools.tsx'),
  (module) => module.FooterTools,
);

const askPanel = lazyPart(
  () => import('../theme/ask/AskPanel.tsx'),
  (module) => module.AskPanel,
  () => import('../theme/styles/ask.css?url'),
);

/** Parts that stay across pages and show nothing before the first interaction. */
export function Companions({ pendingSince }: CompanionsProps) {
  const { baseUrl } = useSite();
  const foot = document.getElementById('footer-tools');
  return (
    <>
      <ProgressBar pendingSince={pendingSince} />
      <HiddenNavbar />
      <BackToTop />
      <TocHighlight />
      <AskDock baseUrl={baseUrl} panel={askPanel} />
      {foot &&
        createPortal(
          <WhenSeen>
            <Lazy part={footerTools} props={{}} />
          </WhenSeen>,
          foot,
        )}
    </>
  );
}
