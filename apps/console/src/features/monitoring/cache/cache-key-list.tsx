import { type CacheKeys, cache, type ListedCacheName } from '@suyuan/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { request } from '../../../data/request.ts';
import { useTranslations } from '../../../data/words.ts';
import { formatBytes } from '../../../ui/bytes.ts';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useDurationFormat } from '../../../ui/use-span.ts';
import { KeyRow, KeySearch } from './key-row.tsx';

export interface CacheKeyListProps {
  name: ListedCacheName;
  selectedKey: string | null;
  onSelect: (cacheKey: string) => void;
  onClear: ((cacheKey: string) => void) | undefined;
}

/** Keys of a cache, loaded in pages, with a text filter. */
export function CacheKeyList({ name, selectedKey, onSelect, onClear }: CacheKeyListProps) {
  const t = useTranslations();
  const formatSpan = useDurationFormat();
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
  const prefixLength = name.cacheName.length;
  return (
    <>
      <KeySearch onSearch={setPart} />
      {keys.isError && !keys.data && <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.isPending && <LoadingState rows={4} />}
      {keys.isSuccess && rows.length === 0 && <EmptyState text={part ? t('monitor.cache.noMatch', { part }) : t('monitor.cache.noKeys')} />}
      <ul className="cache-names">
        {rows.map(({ cacheKey, left, size }) => (
          <KeyRow
            key={cacheKey}
            label={cacheKey.slice(prefixLength)}
            isSelected={cacheKey === selectedKey}
            note={[left !== null && `${t('monitor.cache.left')} ${formatSpan(left)}`, size !== null && formatBytes(size)]
              .filter(Boolean)
              .join(' · ')}
            onSelect={() => onSelect(cacheKey)}
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
