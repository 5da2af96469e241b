import { type CacheKeys, type CacheName, cache } from '@suyuan/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { bytesText } from '../../../kit/bytes.ts';
import { request } from '../../../kit/request.ts';
import { Failed, Nothing, Waiting } from '../../../kit/states.tsx';
import { useSpan } from '../../../kit/use-span.ts';
import { useWords } from '../../../kit/words.ts';

interface CacheKeyListProps {
  name: CacheName;
  chosen: string | null;
  onChoose: (cacheKey: string) => void;
  onClear: ((cacheKey: string) => void) | undefined;
}

/** The keys of a name, part by part; a text narrows them. */
export function CacheKeyList({ name, chosen, onChoose, onClear }: CacheKeyListProps) {
  const t = useWords();
  const span = useSpan();
  const [part, setPart] = useState('');
  const keys = useInfiniteQuery({
    queryKey: [cache.path, '/keys', name.cacheName, part],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ cacheName: name.cacheName, part, cursor: pageParam });
      return request<CacheKeys>('GET', `${cache.path}/keys?${query}`, undefined, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
  });
  const rows = keys.data?.pages.flatMap((page) => page.rows) ?? [];
  const without = name.cacheName.length;
  return (
    <>
      <Input.Search
        allowClear
        aria-label={t('monitor.cache.searchKey')}
        placeholder={t('monitor.cache.searchKey')}
        onSearch={(text) => setPart(text.trim())}
      />
      {keys.isError && !keys.data && <Failed error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.isPending && <Waiting rows={4} />}
      {keys.isSuccess && rows.length === 0 && <Nothing text={part ? t('monitor.cache.noMatch', { part }) : t('monitor.cache.noKeys')} />}
      <ul className="cache-names">
        {rows.map(({ cacheKey, left, size }) => (
          <li key={cacheKey} className={cacheKey === chosen ? 'cache-row cache-chosen' : 'cache-row'}>
            <button type="button" className="cache-choice" aria-pressed={cacheKey === chosen} onClick={() => onChoose(cacheKey)}>
              <span className="mono cache-key">{cacheKey.slice(without)}</span>
              <span className="cache-choice-note">
                {left !== null && `${t('monitor.cache.left')} ${span(left)}`}
                {left !== null && size !== null && ' · '}
                {size !== null && bytesText(size)}
              </span>
            </button>
            {onClear && (
              <button
                type="button"
                className="row-link"
                aria-label={t('monitor.cache.clearNameLabel', { name: cacheKey.slice(without) })}
                onClick={() => onClear(cacheKey)}
              >
                {t('monitor.cache.clear')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {keys.hasNextPage && (
        <Button block loading={keys.isFetchingNextPage} onClick={() => void keys.fetchNextPage()}>
          {t('monitor.cache.more')}
        </Button>
      )}
    </>
  );
}
