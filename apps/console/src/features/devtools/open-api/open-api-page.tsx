import { type ApiDocumentName, apiDocuments, swagger } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Segmented } from 'antd';
import { Suspense, useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router';
import { envelope } from '../../../data/request.ts';
import { saveText } from '../../../data/save-text.ts';
import { has } from '../../../data/server-about.ts';
import { currentLanguage, useWords } from '../../../data/words.ts';
import { EmbeddedPage } from '../../../ui/embedded-page.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Failed, Nothing, Waiting } from '../../../ui/states.tsx';
import { type ApiDocument, countOf, groupsOf, partOf, searched } from './document.ts';
import './open-api.css';

const Viewer = lazyPart(() => import('./api-viewer.tsx'));

const documentOf = (name: ApiDocumentName) => ({
  queryKey: [swagger.path, name, currentLanguage()],
  queryFn: ({ signal }: { signal: AbortSignal }) => envelope<ApiDocument>('GET', `${swagger.path}/${name}`, undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The server's OpenAPI documents; on a plain RuoYi server its Swagger UI. */
export default function SwaggerPage() {
  const t = useWords();
  if (has('apiDocuments')) return <ApiDocuments />;
  return <EmbeddedPage title={t('tool.swagger.title')} purpose={t('tool.swagger.embedded')} path="/swagger-ui/index.html" />;
}

/** The URL keeps document and group. */
function ApiDocuments() {
  const t = useWords();
  const [search, setSearch] = useSearchParams();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const name = apiDocuments.find((each) => each === search.get('document')) ?? 'console';
  const asked = useQuery(documentOf(name));
  const document = asked.data;
  const groups = document ? groupsOf(document) : [];
  const group = groups.find((each) => each.name === search.get('group')) ?? groups[0];
  const found = document && (wanted ? searched(document, wanted) : group && partOf(document, group.name));
  const turn = (to: ApiDocumentName, chosen?: string) => setSearch({ document: to, ...(chosen && { group: chosen }) }, { replace: true });
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
              turn(to);
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
        {asked.error ? (
          <Failed error={asked.error} onRetry={() => void asked.refetch()} />
        ) : !document || !found ? (
          <Waiting rows={12} />
        ) : (
          <div className="swagger-parts">
            <nav className="swagger-groups" aria-label={t('tool.swagger.groups')}>
              <ul>
                {groups.map((each) => (
                  <li key={each.name}>
                    <button
                      type="button"
                      aria-current={!wanted && each.name === group?.name}
                      onClick={() => {
                        setText('');
                        turn(name, each.name);
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
                {wanted ? t('tool.swagger.found', { count: countOf(found) }) : t(`tool.swagger.document.${name}.hint`)}
                {name !== 'public' && ` · ${t('tool.swagger.asMe')}`}
              </p>
              {countOf(found) === 0 ? (
                <Nothing text={t('tool.swagger.none', { text: wanted })} />
              ) : (
                <Suspense fallback={<Waiting rows={10} />}>
                  <Viewer document={found} callable={name !== 'public'} />
                </Suspense>
              )}
            </div>
          </div>
        )}
      </section>
    </div>
  );
}
