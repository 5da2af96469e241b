import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from '../data/words.ts';
import { useTabTitles } from '../ui/tab-title.ts';
import { useSiteTitle } from '../ui/use-site.ts';
import type { ConsoleRoutes } from './routes.ts';
import { menuTitle, pageAt, titleAt } from './titles.ts';

/** Matched routes with a title, then the record. Also sets the document title. */
export function Breadcrumb({ routes: { pages } }: { routes: ConsoleRoutes }) {
  const t = useTranslations();
  const site = useSiteTitle();
  const { pathname } = useLocation();
  const tabTitle = useTabTitles((titles) => titles[pathname]);
  const page = pageAt(pages, pathname);
  const parentTitles = (page?.trail.slice(0, -1) ?? []).map((step) => menuTitle(t, step.path, step.title));
  const title = titleAt(t, pages, pathname);
  const currentTitles = tabTitle && tabTitle !== title ? [title, tabTitle] : [title];
  const name = currentTitles.join(' · ');
  useEffect(() => {
    document.title = `${name} - ${site}`;
  }, [name, site]);
  return (
    <nav aria-label={t('shell.breadcrumb')} className="breadcrumb">
      <span className="unseen" aria-live="polite">
        {currentTitles.at(-1)}
      </span>
      <ol>
        {[...parentTitles, ...currentTitles].map((name, index, all) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps may have one name, and their place is what they are
          <li key={index} aria-current={index === all.length - 1 ? 'page' : undefined}>
            {name}
          </li>
        ))}
      </ol>
    </nav>
  );
}
