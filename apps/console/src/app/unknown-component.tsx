import { PageHeader } from '../kit/page-header.tsx';
import { Nothing } from '../kit/states.tsx';
import { useWords } from '../kit/words.ts';

/** A menu that names a page which this console does not have, or an address outside that may not be framed. */
export function UnknownComponent({ component, link }: { component: string; link: string | undefined }) {
  const t = useWords();
  if (link) {
    return (
      <div className="page">
        <PageHeader title={t('shell.innerLink')} />
        <Nothing text={t('shell.innerLinkHint')}>
          <a href={link} target="_blank" rel="noopener noreferrer">
            {link}
          </a>
        </Nothing>
      </div>
    );
  }
  return (
    <div className="page">
      <PageHeader title={t('shell.unknownPage')} />
      <section className="card">
        <Nothing text={t('shell.unknownPageHint', { component })} />
      </section>
    </div>
  );
}
