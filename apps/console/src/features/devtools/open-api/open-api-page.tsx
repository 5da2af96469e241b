import { type ApiDocumentName, apiDocuments, swagger } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Segmented } from 'antd';
import { Suspense, useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router';
import { saveText } from '../../../data/download.ts';
import { currentLanguage, useTranslations } from '../../../data/i18n.ts';
import { fetchEnvelope } from '../../../data/request.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { EmbeddedPage } from '../../../ui/embedded-page.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { lazyWithRetry } from '../../../ui/lazy-component.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { type ApiDocument, countOperations, filterByGroup, groupsOf, searchDocument } from './api-document.ts';
import './open-api.css';

const Viewer = lazyWithRetry(() => import('./api-viewer.tsx'));

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

/** The URL keeps document and group. */
function ApiDocuments() {
  const t = useTranslations();
  const [search, setSearch] = useSearchParams();
  const [text, setText] = useState('');
  const searchText = useDeferredValue(text.trim());
  const name = apiDocuments.find((each) => each === search.get('document')) ?? 'console';
  const documentQuery = useQuery(documentQueryOptions(name));
  const document = documentQuery.data;
  const groups = document ? groupsOf(document) : [];
  const group = groups.find((each) => each.name === search.get('group')) ?? groups[0];
  const visibleDocument = document && (searchText ? searchDocument(document, searchText) : group && filterByGroup(document, group.name));
  const selectDocument = (to: ApiDocumentName, groupName?: string) =>
    setSearch({ document: to, ...(groupName && { group: groupName }) }, { replace: true });
  const save = () => saveText(JSON.stringify(document, null, 2), `suyuan-${name}.openapi.json`, 'application/json');
  return (
    <div className="page">
      <PageHeader
        title={t('tool.swagger.title')}
        purpose={t('tool.swagger.purpose')}
        actions={
          <Button icon={<Icon name="download" />} disabled={!document} onClick={save}>
            {t('tool.swagger.download')}
          </Button>
        }
      />
      <section className="card swagger-card">
        <div className="swagger-bar">
          <Segmented<ApiDocumentName>
            aria-label={t('tool.swagger.document')}
            value={name}
            onChange={(to) => {
              setText('');
              selectDocument(to);
            }}
            options={apiDocuments.map((value) => ({ value, label: t(`tool.swagger.document.${value}`) }))}
          />
          <Input
            allowClear
            className="swagger-search"
            prefix={<Icon name="search" />}
            value={text}
            placeholder={t('tool.swagger.search')}
            aria-label={t('tool.swagger.search')}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        {documentQuery.error ? (
          <ErrorState error={documentQuery.error} onRetry={() => void documentQuery.refetch()} />
        ) : !document || !visibleDocument ? (
          <LoadingState rows={12} />
        ) : (
          <div className="swagger-parts">
            <nav className="swagger-groups" aria-label={t('tool.swagger.groups')}>
              <ul>
                {groups.map((each) => (
                  <li key={each.name}>
                    <button
                      type="button"
                      aria-current={!searchText && each.name === group?.name}
                      onClick={() => {
                        setText('');
                        selectDocument(name, each.name);
                      }}
                    >
                      <span>{each.title}</span>
                      <small className="numeral">{each.count}</small>
                    </button>
                  </li>
                ))}
              </ul>
            </nav>
            <div className="swagger-calls">
              <p className="none swagger-hint" aria-live="polite">
                {searchText
                  ? t('tool.swagger.found', { count: countOperations(visibleDocument) })
                  : t(`tool.swagger.document.${name}.hint`)}
                {name !== 'public' && ` · ${t('tool.swagger.asMe')}`}
              </p>
              {countOperations(visibleDocument) === 0 ? (
                <EmptyState text={t('tool.swagger.none', { text: searchText })} />
              ) : (
                <Suspense fallback={<LoadingState rows={10} />}>
                  <Viewer document={visibleDocument} callable={name !== 'public'} />
                </Suspense>
              )}
            </div>
          </div>
        )}
      </section>
    </div>
  );
}
