import { type ApiDocumentName, apiDocuments, swagger } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { Suspense, useDeferredValue, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { saveText } from '../../../data/download.ts';
import { currentLanguage, useTranslations } from '../../../data/i18n.ts';
import { fetchEnvelope } from '../../../data/request.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { EmbeddedPage } from '../../../ui/embedded-page.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { lazyWithRetry } from '../../../ui/lazy-component.tsx';
import { Page, PageHeader } from '../../../ui/page-header.tsx';
import { ClearableInput } from '../../../ui/select.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { type ApiDocument, countOperations, filterByGroup, groupsOf, searchDocument } from './api-document.ts';
import { OperationPreview } from './operation-preview.tsx';
import './open-api.css';

const importViewer = () => import('./api-viewer.tsx');
const Viewer = lazyWithRetry(importViewer);

const documentQueryOptions = (name: ApiDocumentName) => ({
  queryKey: [swagger.path, name, currentLanguage()],
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchEnvelope<ApiDocument>('GET', `${swagger.path}/${name}`, undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The server's OpenAPI documents; on a plain RuoYi server its Swagger UI. */
export default function OpenApiPage() {
  const t = useTranslations();
  if (hasExtension('apiDocuments')) return <ApiDocuments />;
  return <EmbeddedPage title={t('tool.swagger.title')} purpose={t('tool.swagger.embedded')} path="/swagger-ui/index.html" />;
}

const COLUMNS = 'grid grid-cols-1 gap-6 lg:grid-cols-[216px_minmax(0,1fr)]';
/** To the left of the operations, or in a short box above them. */
const GROUPS =
  'self-start overflow-auto border-line max-lg:max-h-50 max-lg:rounded max-lg:border lg:sticky lg:top-18 lg:max-h-[calc(100vh-96px)]';

interface GroupButtonProps {
  title: string;
  count: number;
  isCurrent: boolean;
  onClick: () => void;
}

const GroupButton = ({ title, count, isCurrent, onClick }: GroupButtonProps) => (
  <button
    type="button"
    className={`flex w-full cursor-pointer justify-between gap-2 rounded border-0 px-3 py-1.5 text-start [font:inherit] ${
      isCurrent ? 'bg-primary-ground text-primary-ink' : 'bg-transparent text-ink hover:bg-hover'
    }`}
    aria-current={isCurrent}
    onClick={onClick}
  >
    <span className="first-letter:uppercase">{title}</span>
    <small className="text-muted tabular-nums">{count}</small>
  </button>
);

/** The URL keeps document and group. */
function ApiDocuments() {
  const t = useTranslations();
  const [search, setSearch] = useSearchParams();
  const [text, setText] = useState('');
  const searchText = useDeferredValue(text.trim());
  const name = apiDocuments.find((each) => each === search.get('document')) ?? 'console';
  const documentQuery = useQuery(documentQueryOptions(name));
  // the script is large: it loads while the server writes the document. A failure shows where the viewer is used.
  useEffect(() => void importViewer().catch(() => undefined), []);
  const document = documentQuery.data;
  const groups = document ? groupsOf(document) : [];
  const group = groups.find((each) => each.name === search.get('group')) ?? groups[0];
  const visibleDocument = document && (searchText ? searchDocument(document, searchText) : group && filterByGroup(document, group.name));
  const selectDocument = (to: ApiDocumentName, groupName?: string) =>
    setSearch({ document: to, ...(groupName && { group: groupName }) }, { replace: true });
  const save = () => saveText(JSON.stringify(document, null, 2), `suyuan-${name}.openapi.json`, 'application/json');
  return (
    <Page>
      <PageHeader
        title={t('tool.swagger.title')}
        purpose={t('tool.swagger.purpose')}
        actions={
          <Button icon={<Icon name="download" />} disabled={!document} onClick={save}>
            {t('tool.swagger.download')}
          </Button>
        }
      />
      <section className="card p-4">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <Segmented<ApiDocumentName>
            aria-label={t('tool.swagger.document')}
            value={name}
            onChange={(to) => {
              setText('');
              selectDocument(to);
            }}
            options={apiDocuments.map((value) => ({ value, label: t(`tool.swagger.document.${value}`) }))}
          />
          <ClearableInput
            className="lg:max-w-100"
            prefix={<Icon name="search" />}
            value={text}
            placeholder={t('tool.swagger.search')}
            aria-label={t('tool.swagger.search')}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        {documentQuery.error ? (
          <ErrorState error={documentQuery.error} onRetry={() => void documentQuery.refetch()} />
        ) : !visibleDocument ? (
          <div className={COLUMNS}>
            <LoadingState rows={8} />
            <LoadingState rows={12} />
          </div>
        ) : (
          <div className={COLUMNS}>
            <nav className={GROUPS} aria-label={t('tool.swagger.groups')}>
              <ul className="m-0 list-none p-0">
                {groups.map((each) => (
                  <li key={each.name}>
                    <GroupButton
                      title={each.title}
                      count={each.count}
                      isCurrent={!searchText && each.name === group?.name}
                      onClick={() => {
                        setText('');
                        selectDocument(name, each.name);
                      }}
                    />
                  </li>
                ))}
              </ul>
            </nav>
            <div>
              <p className="mt-1.5 mb-2 text-muted" aria-live="polite">
                {searchText
                  ? t('tool.swagger.found', { count: countOperations(visibleDocument) })
                  : t(`tool.swagger.document.${name}.hint`)}
                {name !== 'public' && ` · ${t('tool.swagger.asMe')}`}
              </p>
              {countOperations(visibleDocument) === 0 ? (
                <EmptyState text={t('tool.swagger.none', { text: searchText })} />
              ) : (
                <Suspense fallback={<OperationPreview document={visibleDocument} />}>
                  <Viewer document={visibleDocument} callable={name !== 'public'} />
                </Suspense>
              )}
            </div>
          </div>
        )}
      </section>
    </Page>
  );
}
