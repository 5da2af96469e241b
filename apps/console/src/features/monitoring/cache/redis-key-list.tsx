import { cache } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { getOf } from '../../../data/api.ts';
import { useWords } from '../../../data/words.ts';
import { Failed, Nothing, Waiting } from '../../../ui/states.tsx';
import type { CacheKeyListProps } from './cache-key-list.tsx';
import { KeyRow, KeySearch } from './key-row.tsx';

/** Keys rendered at first and per "more" button. */
const STEP = 50;

/** Keys of a cache on a plain RuoYi server, which returns all of them at once. */
export function RedisKeyList({ name: { cacheName }, chosen, onChoose, onClear }: CacheKeyListProps) {
  const t = useWords();
  const [part, setPart] = useState('');
  const [limit, setLimit] = useState(STEP);
  const { data, error, refetch } = useQuery(getOf<string[]>(cache, `/getKeys/${encodeURIComponent(cacheName)}`));
  const labelOf = (cacheKey: string) => cacheKey.slice(cacheName.length);
  const found = data?.filter((cacheKey) => labelOf(cacheKey).includes(part)) ?? [];
  return (
    <>
      <KeySearch onSearch={setPart} />
      {!data && (error ? <Failed error={error} onRetry={() => void refetch()} /> : <Waiting rows={4} />)}
      {data && found.length === 0 && <Nothing text={part ? t('monitor.cache.noMatch', { part }) : t('monitor.cache.noKeys')} />}
      <ul className="cache-names">
        {found.slice(0, limit).map((cacheKey) => (
          <KeyRow
            key={cacheKey}
            label={labelOf(cacheKey)}
            isChosen={cacheKey === chosen}
            onChoose={() => onChoose(cacheKey)}
            onClear={onClear && (() => onClear(cacheKey))}
          />
        ))}
      </ul>
      {found.length > limit && (
        <Button block onClick={() => setLimit(limit + STEP)}>
          {t('monitor.cache.more')}
        </Button>
      )}
    </>
  );
}
