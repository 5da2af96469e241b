import { type CacheValue, cache, type ListedCacheName } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getQueryOptions } from '../../../data/api.ts';
import { asApiError } from '../../../data/refusal.ts';
import { useTranslations } from '../../../data/words.ts';
import { formatBytes } from '../../../ui/bytes.ts';
import { CodeEditor } from '../../../ui/code-editor.tsx';
import { CopyableText } from '../../../ui/mono.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useDurationFormat } from '../../../ui/use-span.ts';

/** Value of one key. A plain RuoYi server returns the stored text, or null once it is gone. */
type ListedValue = Pick<CacheValue, 'cacheKey'> & { cacheValue: string | null } & Partial<Omit<CacheValue, 'cacheValue'>>;

export function CacheContent({ name, cacheKey }: { name: ListedCacheName; cacheKey: string }) {
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
