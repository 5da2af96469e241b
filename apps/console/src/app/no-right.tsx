import { PageHeader } from '../kit/page-header.tsx';
import { RowLink } from '../kit/row-link.tsx';
import { Nothing } from '../kit/states.tsx';
import { useWords } from '../kit/words.ts';
import type { FixedPage } from './fixed-pages.tsx';

/** A fixed page that the user's roles do not open: which right is missing, and who grants it. */
export function NoRight({ title, needs }: Required<Pick<FixedPage, 'title' | 'needs'>>) {
  const t = useWords();
  return (
    <div className="page">
      <PageHeader title={t(title)} />
      <section className="card">
        <Nothing text={t('shell.noRight', { right: needs })}>
          <RowLink to="/index">{t('shell.goHome')}</RowLink>
        </Nothing>
      </section>
    </div>
  );
}
