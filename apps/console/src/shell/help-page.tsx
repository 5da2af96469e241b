import { useQuery } from '@tanstack/react-query';
import { useContext, useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { currentLanguage, useTranslations } from '../data/i18n.ts';
import { RightsContext } from '../data/permission.tsx';
import { Page, PageHeader } from '../ui/page-header.tsx';
import { RichTextView } from '../ui/rich-text-editor.tsx';
import { ErrorState, LoadingState } from '../ui/states.tsx';
import { type GuideDocument, sectionFor } from './help-sections.ts';

const loaders = {
  'zh-CN': () => import('virtual:guide/zh-CN'),
  'en-US': () => import('virtual:guide/en-US'),
};

const guideQuery = (language: keyof typeof loaders) => ({
  queryKey: ['guide', language],
  queryFn: async (): Promise<GuideDocument[]> => (await loaders[language]()).default,
  staleTime: Number.POSITIVE_INFINITY,
});

const addressOf = (id: string) => `/help?section=${id}`;

/** The user guide. `?section=` opens a section by its id, `?page=` the one that explains a page of the console. */
export default function HelpPage() {
  const t = useTranslations();
  const { roles } = useContext(RightsContext);
  const [search] = useSearchParams();
  const { data: documents, error, refetch } = useQuery(guideQuery(currentLanguage()));
  const requestedId = search.get('section') ?? (documents && sectionFor(documents, search.get('page') ?? '', roles));
  const current = documents?.find(({ name }) => requestedId?.startsWith(name)) ?? documents?.[0];
  useEffect(() => {
    if (!current || !requestedId) return;
    const section = document.getElementById(requestedId);
    section?.scrollIntoView();
    section?.focus({ preventScroll: true });
  }, [current, requestedId]);

  return (
    <Page>
      <PageHeader title={t('shell.help')} purpose={t('shell.help.purpose')} />
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !documents || !current ? (
        <LoadingState rows={8} />
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-[220px_minmax(0,1fr)]">
          <nav aria-label={t('shell.help')} className="rounded border border-line bg-surface p-2 lg:sticky lg:top-28">
            <ul className="m-0 list-none p-0">
              {documents.map(({ name, title, sections }) => (
                <li key={name}>
                  <GuideLink to={addressOf(name)} current={name === requestedId} heading={name === current.name}>
                    {title}
                  </GuideLink>
                  {name === current.name && (
                    <ul className="m-0 mb-2 list-none p-0 pl-3">
                      {sections.map((section) => (
                        <li key={section.id}>
                          <GuideLink to={addressOf(section.id)} current={section.id === requestedId}>
                            {section.title}
                          </GuideLink>
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              ))}
            </ul>
          </nav>
          <article className="rounded border border-line bg-surface px-6 py-4 max-md:px-4">
            <h2 id={current.name} tabIndex={-1} className={heading}>
              {current.title}
            </h2>
            <RichTextView html={current.introduction} />
            {current.sections.map(({ id, title, html }) => (
              <section key={id} aria-labelledby={id}>
                <h3 id={id} tabIndex={-1} className={`mt-8 ${heading}`}>
                  {title}
                </h3>
                <RichTextView html={html} />
              </section>
            ))}
          </article>
        </div>
      )}
    </Page>
  );
}

const heading = 'mb-2 scroll-mt-28 text-base/6 font-semibold outline-none';

interface GuideLinkProps {
  to: string;
  current: boolean;
  heading?: boolean;
  children: string;
}

const GuideLink = ({ to, current, heading: isHeading = false, children }: GuideLinkProps) => (
  <Link
    to={to}
    replace
    aria-current={current ? 'true' : undefined}
    className={`block rounded px-2 py-1 hover:bg-hover ${current ? 'text-(--link)' : 'text-ink!'} ${isHeading ? 'font-semibold' : ''}`}
  >
    {children}
  </Link>
);
