import type { WordKey } from '@suyuan/contract';
import { useEffect } from 'react';
import { loadPageWords, useTranslations } from '../data/i18n.ts';
import { pageTitleKey } from '../data/menu-title-key.ts';
import { Page, PageHeader } from '../ui/page-header.tsx';
import { RowLink } from '../ui/row-link.tsx';
import { EmptyState, StateBox } from '../ui/states.tsx';

export function NotFound() {
  const t = useTranslations();
  return (
    <div className="px-(--gutter) pt-[var(--page-top,96px)] text-center text-muted">
      <svg
        viewBox="0 0 240 96"
        width="240"
        height="96"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
      >
        <path d="M8 72c28 0 28-24 56-24s24 24 46 24" />
        <path d="M118 72h6M132 70l5-3M144 62l4-5" />
        <circle cx="8" cy="72" r="4" />
        <path d="m164 32 20 20m0-20-20 20" strokeWidth="2" />
      </svg>
      <h1 className="mt-4 mb-1 text-lg/7 text-ink">{t('shell.notFound')}</h1>
      <p>{t('shell.notFoundHint')}</p>
      <RowLink to="/index">{t('shell.goHome')}</RowLink>
    </div>
  );
}

interface UnknownComponentProps {
  component: string;
  title: string;
  link: string | undefined;
}

/** A menu with an embedded link, or with a component that this console does not have. */
export function UnknownComponent({ component, title, link }: UnknownComponentProps) {
  const t = useTranslations();
  if (link !== undefined) return <InnerLink title={title} link={link} />;
  return (
    <Page>
      <PageHeader title={t('shell.unknownPage')} />
      <section className="card">
        <EmptyState text={t('shell.unknownPageHint', { component })} />
      </section>
    </Page>
  );
}

/** An embedded link. Our own pages render in an iframe; the CSP blocks foreign pages, so those get a link. */
function InnerLink({ title, link }: { title: string; link: string }) {
  const t = useTranslations();
  const url = URL.parse(link, location.origin);
  const safe = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (safe && url.origin === location.origin)
    return <iframe className="block h-[calc(100vh-160px)] w-full border-0 bg-surface" title={title} src={link} />;
  return (
    <Page>
      <PageHeader title={title || t('shell.innerLink')} />
      <section className="card">
        <EmptyState text={t('shell.innerLinkHint')}>
          {safe && (
            <a href={url.href} target="_blank" rel="noopener noreferrer">
              {url.href}
            </a>
          )}
        </EmptyState>
      </section>
    </Page>
  );
}

interface ForbiddenProps {
  /** The page's title; without one, its path is displayed. */
  title: WordKey | undefined;
  path: string;
  needs: string;
}

/** Page without permission: names the missing permission, and who can grant it. */
export function Forbidden({ title, path, needs }: ForbiddenProps) {
  const t = useTranslations();
  return (
    <Page>
      <PageHeader title={title ? t(title) : path} />
      <section className="card">
        <StateBox>
          <svg viewBox="0 0 120 72" width="120" height="72" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.5">
            <path d="M14 62h92M42 36a4 4 0 0 1 4-4h28a4 4 0 0 1 4 4v26H42Z" strokeLinejoin="round" strokeLinecap="round" />
            <path d="M49 32v-8a11 11 0 0 1 22 0v8M60 44v7" strokeLinecap="round" />
          </svg>
          <p>{t('shell.noRight', { right: needs })}</p>
          <RowLink to="/index">{t('shell.goHome')}</RowLink>
        </StateBox>
      </section>
    </Page>
  );
}

/** A page that the user's menu does not contain. Loads the page texts itself, because no page does it here. */
export function ForbiddenPage({ path, needs }: { path: string; needs: string }) {
  useTranslations();
  useEffect(() => {
    loadPageWords().catch(() => undefined); // falls back to its path as name
  }, []);
  return <Forbidden title={pageTitleKey(path)} path={path} needs={needs} />;
}
