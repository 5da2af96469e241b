import { cache } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { getQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/words.ts';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import type { CacheKeyListProps } from './cache-key-list.tsx';
import { KeyRow, KeySearch } from './key-row.tsx';

/** Keys rendered at first and per "more" button. */
const PAGE_SIZE = 50;

/** Keys of a cache on a plain RuoYi server, which returns all of them at once. */
export function RedisKeyList({ name: { cacheName }, selectedKey, onSelect, onClear }: CacheKeyListProps) {
  const t = useTranslations();
  const [part, setPart] = useState('');
  const [limit, setLimit] = useState(PAGE_SIZE);
  const { data, error, refetch } = useQuery(getQueryOptions<string[]>(cache, `/getKeys/${encodeURIComponent(cacheName)}`));
  const labelOf = (cacheKey: string) => cacheKey.slice(cacheName.length);
  const matches = data?.filter((cacheKey) => labelOf(cacheKey).includes(part)) ?? [];
  return (
    <>
      <KeySearch onSearch={setPart} />
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={4} />)}
      {data && matches.length === 0 && <EmptyState text={part ? t('monitor.cache.noMatch', { part }) : t('monitor.cache.noKeys')} />}
      <ul className="cache-names">
        {matches.slice(0, limit).map((cacheKey) => (
          <KeyRow
            key={cacheKey}
            label={labelOf(cacheKey)}
            isSelected={cacheKey === selectedKey}
            onSelect={() => onSelect(cacheKey)}
            onClear={onClear && (() => onClear(cacheKey))}
          />
        ))}
      </ul>
      {matches.length > limit && (
        <Button block onClick={() => setLimit(limit + PAGE_SIZE)}>
          {t('monitor.cache.more')}
        </Button>
      )}
    </>
  );
}
