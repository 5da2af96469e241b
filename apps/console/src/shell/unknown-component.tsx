import { useTranslations } from '../data/words.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState } from '../ui/states.tsx';

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
    <div className="page">
      <PageHeader title={t('shell.unknownPage')} />
      <section className="card">
        <EmptyState text={t('shell.unknownPageHint', { component })} />
      </section>
    </div>
  );
}

/** An embedded link. Our own pages render in an iframe; the CSP blocks foreign pages, so those get a link. */
function InnerLink({ title, link }: { title: string; link: string }) {
  const t = useTranslations();
  const url = URL.parse(link, location.origin);
  const safe = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (safe && url.origin === location.origin) return <iframe className="inner-page" title={title} src={link} />;
  return (
    <div className="page">
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
    </div>
  );
}
