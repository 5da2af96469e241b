import { type CacheKeys, cache, type ListedCacheName } from '@suyuan/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { request } from '../../../data/request.ts';
import { useWords } from '../../../data/words.ts';
import { bytesText } from '../../../ui/bytes.ts';
import { Failed, Nothing, Waiting } from '../../../ui/states.tsx';
import { useSpan } from '../../../ui/use-span.ts';
import { KeyRow, KeySearch } from './key-row.tsx';

export interface CacheKeyListProps {
  name: ListedCacheName;
  chosen: string | null;
  onChoose: (cacheKey: string) => void;
  onClear: ((cacheKey: string) => void) | undefined;
}

/** Keys of a cache, loaded in pages, with a text filter. */
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
      <KeySearch onSearch={setPart} />
      {keys.isError && !keys.data && <Failed error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.isPending && <Waiting rows={4} />}
      {keys.isSuccess && rows.length === 0 && <Nothing text={part ? t('monitor.cache.noMatch', { part }) : t('monitor.cache.noKeys')} />}
      <ul className="cache-names">
        {rows.map(({ cacheKey, left, size }) => (
          <KeyRow
            key={cacheKey}
            label={cacheKey.slice(without)}
            isChosen={cacheKey === chosen}
            note={[left !== null && `${t('monitor.cache.left')} ${span(left)}`, size !== null && bytesText(size)]
              .filter(Boolean)
              .join(' · ')}
            onChoose={() => onChoose(cacheKey)}
            onClear={onClear && (() => onClear(cacheKey))}
          />
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
