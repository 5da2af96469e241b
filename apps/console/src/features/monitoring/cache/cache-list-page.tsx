import { type CacheValue, cache, type ListedCacheName } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useSearchParams } from 'react-router';
import { getQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-info.ts';
import { groupDigits } from '../../../ui/number-format.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { CacheKeyList, RedisKeyList, useCacheClearing } from './cache-list-parts.tsx';
import './cache.css';
import { asApiError } from '../../../data/api-error.ts';
import { CodeEditor } from '../../../ui/code-editor.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { formatBytes, useDurationFormat } from '../../../ui/format-amount.ts';

/** Value of one key. A plain RuoYi server returns the stored text, or null once it is gone. */
type ListedValue = Pick<CacheValue, 'cacheKey'> & { cacheValue: string | null } & Partial<Omit<CacheValue, 'cacheValue'>>;

function CacheContent({ name, cacheKey }: { name: ListedCacheName; cacheKey: string }) {
  const t = useTranslations();
  const formatSpan = useDurationFormat();
  const shortName = name.cacheName.replace(/:$/, '');
  const value = useQuery({
    ...getQueryOptions<ListedValue>(cache, `/getValue/${encodeURIComponent(name.cacheName)}/${encodeURIComponent(cacheKey)}`),
    retry: false,
  });
  if (value.isPending) return <LoadingState rows={4} />;
  if (value.isError)
    return asApiError(value.error)?.problem === 'notFound' ? (
      <EmptyState text={t('monitor.cache.gone')} />
    ) : (
      <ErrorState error={value.error} onRetry={() => void value.refetch()} />
    );
  const { cacheValue, masked, cut, size = null, age = null, left } = value.data;
  if (cacheValue === null) return <EmptyState text={t('monitor.cache.gone')} />;
  return (
    <>
      <dl className="record-view cache-facts">
        <Fact name={t('monitor.cache.name')}>{`${name.remark} ${shortName}`}</Fact>
        <Fact name={t('monitor.cache.key')}>
          <CopyableText>{value.data.cacheKey}</CopyableText>
        </Fact>
        {size !== null && <Fact name={t('monitor.cache.size')}>{formatBytes(size)}</Fact>}
        {age !== null && <Fact name={t('monitor.cache.age')}>{formatSpan(age)}</Fact>}
        {left !== undefined && <Fact name={t('monitor.cache.left')}>{left === null ? t('monitor.cache.noEnd') : formatSpan(left)}</Fact>}
      </dl>
      {masked ? (
        <p className="cache-masked">{t('monitor.cache.masked')}</p>
      ) : (
        <>
          {cut && <p className="cache-masked">{t('monitor.cache.cut')}</p>}
          <CodeEditor value={cacheValue} language={cut ? 'plain' : 'json'} label={t('monitor.cache.content')} readOnly height="360px" />
        </>
      )}
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

export default function CacheListPage() {
  const t = useTranslations();
  const names = useQuery(getQueryOptions<ListedCacheName[]>(cache, '/getNames'));
  const [search, setSearch] = useSearchParams();
  const hasDetails = hasExtension('cacheDetails');
  // RuoYi requires only the list permission for clearing
  const canClear = usePermission(cache.permission(hasDetails ? 'remove' : 'list'));
  const KeyList = hasDetails ? CacheKeyList : RedisKeyList;
  const clear = useCacheClearing();
  const selectedCache = names.data?.find(({ cacheName }) => cacheName === search.get('name'));
  const key = search.get('key');
  const setParams = (next: Record<string, string>) => setSearch(next, { replace: true });
  return (
    <div className="page">
      <PageHeader
        title={t('monitor.cacheList')}
        purpose={t(hasDetails ? 'monitor.cacheList.purpose' : 'monitor.redis.listPurpose')}
        actions={
          canClear && (
            <Button danger loading={clear.isPending} onClick={() => void clear.all()}>
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
        <div className="cache-panes">
          <section className="card cache-pane" aria-label={t('monitor.cache.nameList')}>
            <h2>{t('monitor.cache.nameList')}</h2>
            {names.data ? (
              <ul className="cache-names">
                {names.data.map((name) => (
                  <NameRow
                    key={name.cacheName}
                    name={name}
                    isSelected={name === selectedCache}
                    onSelect={() => setParams({ name: name.cacheName })}
                    onClear={canClear ? () => void clear.name(name) : undefined}
                  />
                ))}
              </ul>
            ) : (
              <LoadingState />
            )}
          </section>
          <section className="card cache-pane" aria-label={t('monitor.cache.keyList')}>
            <h2>{t('monitor.cache.keyList')}</h2>
            {selectedCache ? (
              <KeyList
                key={selectedCache.cacheName}
                name={selectedCache}
                selectedKey={key}
                onSelect={(cacheKey) => setParams({ name: selectedCache.cacheName, key: cacheKey })}
                onClear={canClear && selectedCache.clearable !== false ? (cacheKey) => void clear.key(selectedCache, cacheKey) : undefined}
              />
            ) : (
              <EmptyState text={t('monitor.cache.chooseName')} />
            )}
          </section>
          <section className="card cache-pane cache-content-pane" aria-label={t('monitor.cache.content')}>
            <h2>{t('monitor.cache.content')}</h2>
            {selectedCache && key ? (
              <CacheContent key={key} name={selectedCache} cacheKey={key} />
            ) : (
              <EmptyState text={t('monitor.cache.chooseKey')} />
            )}
          </section>
        </div>
      )}
    </div>
  );
}

interface NameRowProps {
  name: ListedCacheName;
  isSelected: boolean;
  onSelect: () => void;
  onClear: (() => void) | undefined;
}

function NameRow({ name, isSelected, onSelect, onClear }: NameRowProps) {
  const t = useTranslations();
  const { cacheName, remark, count, place, clearable = true } = name;
  return (
    <li className={isSelected ? 'cache-row cache-chosen' : 'cache-row'}>
      <button type="button" className="cache-choice" aria-pressed={isSelected} onClick={onSelect}>
        <span className="cache-choice-name">{remark}</span>
        <span className="cache-choice-note">
          <span className="mono">{cacheName.replace(/:$/, '')}</span>
          {place && ` · ${t(`monitor.cache.place.${place}`)}`}
        </span>
      </button>
      {count !== undefined && (
        <span className="numeral cache-count">{count === null ? t('monitor.cache.manyKeys') : groupDigits(count)}</span>
      )}
      {onClear &&
        (clearable ? (
          <button type="button" className="row-link" aria-label={t('monitor.cache.clearNameLabel', { name: remark })} onClick={onClear}>
            {t('monitor.cache.clear')}
          </button>
        ) : (
          <span className="none" title={t('monitor.cache.kept')}>
            {t('monitor.cache.keptShort')}
          </span>
        ))}
    </li>
  );
}
