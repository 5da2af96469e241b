import { type CacheValue, cache, cacheEntry, cacheNames, type ListedCacheName } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { endpointQueryOptions } from '../../../data/api.ts';
import { asApiError } from '../../../data/api-error.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-info.ts';
import { CodeEditor } from '../../../ui/code-editor.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { formatBytes, useDurationFormat } from '../../../ui/format-amount.ts';
import { groupDigits } from '../../../ui/number-format.ts';
import { Page, PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { CacheKeyList, CacheRow, CacheRowNote, CacheRows, RedisKeyList, useCacheClearing } from './cache-list-parts.tsx';

/** Value of one key. A plain RuoYi server returns the stored text, or null once it is gone. */
type ListedValue = Pick<CacheValue, 'cacheKey'> & { cacheValue: string | null } & Partial<Omit<CacheValue, 'cacheValue'>>;

function CacheContent({ name, cacheKey }: { name: ListedCacheName; cacheKey: string }) {
  const t = useTranslations();
  const formatSpan = useDurationFormat();
  const shortName = name.cacheName.replace(/:$/, '');
  const value = useQuery({ ...endpointQueryOptions(cacheEntry, { cacheName: name.cacheName, cacheKey }), retry: false });
  if (value.isPending) return <LoadingState rows={4} />;
  if (value.isError)
    return asApiError(value.error)?.problem === 'notFound' ? (
      <EmptyState text={t('monitor.cache.keyMissing')} />
    ) : (
      <ErrorState error={value.error} onRetry={() => void value.refetch()} />
    );
  const { cacheValue, masked, cut, size = null, age = null, left } = value.data as ListedValue;
  if (cacheValue === null) return <EmptyState text={t('monitor.cache.keyMissing')} />;
  return (
    <>
      <FactList className="mt-0 mb-3 px-6 py-2">
        <Fact label={t('monitor.cache.name')}>{`${name.remark} ${shortName}`}</Fact>
        <Fact label={t('monitor.cache.key')}>
          <CopyableText>{value.data.cacheKey}</CopyableText>
        </Fact>
        {size !== null && <Fact label={t('monitor.cache.size')}>{formatBytes(size)}</Fact>}
        {age !== null && <Fact label={t('monitor.cache.age')}>{formatSpan(age)}</Fact>}
        {left !== undefined && <Fact label={t('monitor.cache.left')}>{left === null ? t('monitor.cache.noEnd') : formatSpan(left)}</Fact>}
      </FactList>
      {masked ? (
        <p className="mt-0 mb-3 text-muted">{t('monitor.cache.masked')}</p>
      ) : (
        <>
          {cut && <p className="mt-0 mb-3 text-muted">{t('monitor.cache.cut')}</p>}
          <CodeEditor value={cacheValue} language={cut ? 'plain' : 'json'} label={t('monitor.cache.content')} readOnly height="360px" />
        </>
      )}
    </>
  );
}

export default function CacheListPage() {
  const t = useTranslations();
  const names = useQuery(endpointQueryOptions(cacheNames, {}));
  const [search, setSearch] = useSearchParams();
  const hasDetails = hasExtension('cacheDetails');
  // RuoYi requires only the list permission for clearing
  const canClear = usePermission(cache.permission(hasDetails ? 'remove' : 'list'));
  const KeyList = hasDetails ? CacheKeyList : RedisKeyList;
  const clear = useCacheClearing();
  const selectedCache: ListedCacheName | undefined = names.data?.find(
    ({ cacheName }) => cacheName === (search.get('name') ?? names.data[0]?.cacheName),
  );
  const key = search.get('key');
  const setParams = (next: Record<string, string>) => setSearch(next, { replace: true });
  return (
    <Page>
      <PageHeader
        title={t('monitor.cacheList')}
        purpose={t(hasDetails ? 'monitor.cacheList.purpose' : 'monitor.redis.listPurpose')}
        actions={
          canClear && (
            <Button danger onClick={clear.all}>
              {t('monitor.cache.clearAll')}
            </Button>
          )
        }
      />
      {names.isError && !names.data ? (
        <section className="card">
          <ErrorState error={names.error} onRetry={() => void names.refetch()} />
        </section>
      ) : (
        <div className="grid grid-cols-[minmax(0,4fr)_minmax(0,5fr)_minmax(0,6fr)] items-start gap-4 max-xl:grid-cols-2 max-md:grid-cols-1">
          <Pane title={t('monitor.cache.nameList')}>
            {names.data ? (
              <CacheRows>
                {names.data.map((name) => (
                  <NameRow
                    key={name.cacheName}
                    name={name}
                    isSelected={name === selectedCache}
                    onSelect={() => setParams({ name: name.cacheName })}
                    onClear={canClear ? () => clear.name(name) : undefined}
                  />
                ))}
              </CacheRows>
            ) : (
              <LoadingState />
            )}
          </Pane>
          <Pane title={t('monitor.cache.keyList')}>
            {names.isPending ? (
              <LoadingState rows={4} />
            ) : selectedCache ? (
              <KeyList
                key={selectedCache.cacheName}
                name={selectedCache}
                selectedKey={key}
                onSelect={(cacheKey) => setParams({ name: selectedCache.cacheName, key: cacheKey })}
                onClear={canClear && selectedCache.clearable !== false ? (cacheKey) => clear.key(selectedCache, cacheKey) : undefined}
              />
            ) : (
              <EmptyState text={t('monitor.cache.chooseName')} />
            )}
          </Pane>
          <Pane title={t('monitor.cache.content')} className="max-xl:col-span-full">
            {selectedCache && key ? (
              <CacheContent key={key} name={selectedCache} cacheKey={key} />
            ) : (
              <EmptyState text={t('monitor.cache.chooseKey')} />
            )}
          </Pane>
        </div>
      )}
    </Page>
  );
}

const Pane = ({ title, className = '', children }: { title: string; className?: string; children: ReactNode }) => (
  <section className={`card min-w-0 p-4 ${className}`} aria-label={title}>
    <h2 className="text-sm/5.5">{title}</h2>
    {children}
  </section>
);

interface NameRowProps {
  name: ListedCacheName;
  isSelected: boolean;
  onSelect: () => void;
  onClear: (() => void) | undefined;
}

function NameRow({ name, isSelected, onSelect, onClear }: NameRowProps) {
  const t = useTranslations();
  const { cacheName, remark, count, place, clearable = true } = name;
  // aligns what follows the count
  const lastColumn = count === undefined ? '' : 'min-w-9 text-right';
  return (
    <CacheRow
      isSelected={isSelected}
      onSelect={onSelect}
      choice={
        <>
          <span className="font-semibold">{remark}</span>
          <CacheRowNote>
            <span className="mono-text">{cacheName.replace(/:$/, '')}</span>
            {place && ` · ${t(`monitor.cache.place.${place}`)}`}
          </CacheRowNote>
        </>
      }
    >
      {count !== undefined && (
        <span className="flex-none text-muted tabular-nums">{count === null ? t('monitor.cache.manyKeys') : groupDigits(count)}</span>
      )}
      {onClear &&
        (clearable ? (
          <button
            type="button"
            className={`text-link max-md:min-h-11 ${lastColumn}`}
            aria-label={t('monitor.cache.clearNameLabel', { name: remark })}
            onClick={onClear}
          >
            {t('monitor.cache.clear')}
          </button>
        ) : (
          <span className={`text-muted ${lastColumn}`} title={t('monitor.cache.notClearable')}>
            {t('monitor.cache.keptShort')}
          </span>
        ))}
    </CacheRow>
  );
}
