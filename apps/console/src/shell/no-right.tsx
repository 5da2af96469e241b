import type { WordKey } from '@suyuan/contract';
import { useTranslations } from '../data/words.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { RowLink } from '../ui/row-link.tsx';

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
    <div className="page">
      <PageHeader title={title ? t(title) : path} />
      <section className="card">
        <div className="nothing">
          <svg viewBox="0 0 120 72" width="120" height="72" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.5">
            <path d="M14 62h92M42 36a4 4 0 0 1 4-4h28a4 4 0 0 1 4 4v26H42Z" strokeLinejoin="round" strokeLinecap="round" />
            <path d="M49 32v-8a11 11 0 0 1 22 0v8M60 44v7" strokeLinecap="round" />
          </svg>
          <p>{t('shell.noRight', { right: needs })}</p>
          <RowLink to="/index">{t('shell.goHome')}</RowLink>
        </div>
      </section>
    </div>
  );
}
