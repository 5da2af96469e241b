import { type CacheValue, cache, type ListedCacheName } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getOf } from '../../../data/api.ts';
import { refusalOf } from '../../../data/refusal.ts';
import { useWords } from '../../../data/words.ts';
import { bytesText } from '../../../ui/bytes.ts';
import { CodeEditor } from '../../../ui/code-editor.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { Failed, Nothing, Waiting } from '../../../ui/states.tsx';
import { useSpan } from '../../../ui/use-span.ts';

/** Value of one key. A plain RuoYi server returns the stored text, or null once it is gone. */
type ListedValue = Pick<CacheValue, 'cacheKey'> & { cacheValue: string | null } & Partial<Omit<CacheValue, 'cacheValue'>>;

export function CacheContent({ name, cacheKey }: { name: ListedCacheName; cacheKey: string }) {
  const t = useWords();
  const span = useSpan();
  const bare = name.cacheName.replace(/:$/, '');
  const value = useQuery({
    ...getOf<ListedValue>(cache, `/getValue/${encodeURIComponent(name.cacheName)}/${encodeURIComponent(cacheKey)}`),
    retry: false,
  });
  if (value.isPending) return <Waiting rows={4} />;
  if (value.isError)
    return refusalOf(value.error)?.problem === 'notFound' ? (
      <Nothing text={t('monitor.cache.gone')} />
    ) : (
      <Failed error={value.error} onRetry={() => void value.refetch()} />
    );
  const { cacheValue, masked, cut, size = null, age = null, left } = value.data;
  if (cacheValue === null) return <Nothing text={t('monitor.cache.gone')} />;
  return (
    <>
      <dl className="record-view cache-facts">
        <Fact name={t('monitor.cache.name')}>{`${name.remark} ${bare}`}</Fact>
        <Fact name={t('monitor.cache.key')}>
          <Mono>{value.data.cacheKey}</Mono>
        </Fact>
        {size !== null && <Fact name={t('monitor.cache.size')}>{bytesText(size)}</Fact>}
        {age !== null && <Fact name={t('monitor.cache.age')}>{span(age)}</Fact>}
        {left !== undefined && <Fact name={t('monitor.cache.left')}>{left === null ? t('monitor.cache.noEnd') : span(left)}</Fact>}
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
