import { type CacheKeys, cache, type ListedCacheName, type WordKey } from '@suyuan/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { getQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { request } from '../../../data/request.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { confirm } from '../../../ui/confirm.ts';
import { formatBytes, useDurationFormat } from '../../../ui/format-amount.ts';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';

/** Side effects of clearing a cache, besides slower requests. */
const effectKeys: Record<string, WordKey> = {
  'sys_config:': 'monitor.cache.clearNameMeans',
  'sys_dict:': 'monitor.cache.clearNameMeans',
  'pwd_err_cnt:': 'monitor.cache.clearLocksMeans',
  'captcha_codes:': 'monitor.cache.clearCaptchaMeans',
  'rate_limit:': 'monitor.cache.clearLimitMeans',
  'repeat_submit:': 'monitor.redis.clearRepeatMeans',
};

/**
 * Clearing the session cache ends all sessions on RuoYi, and those of the data scope on our server. Undefined for an unknown cache of a
 * RuoYi server.
 */
function effectKeyOf(cacheName: string): WordKey | undefined {
  const detailed = hasExtension('cacheDetails');
  if (cacheName === 'login_tokens:') return detailed ? 'monitor.cache.clearSessionsMeans' : 'monitor.redis.clearSessionsMeans';
  return effectKeys[cacheName] ?? (detailed ? 'monitor.cache.clearNameMeans' : undefined);
}

export function useCacheClearing() {
  const t = useTranslations();
  const client = useQueryClient();
  const clear = useMutation({
    mutationFn: ({ path }: { path: string; message: string }) => request('DELETE', `${cache.path}${path}`),
    onSuccess: (_, { message }) => {
      shellServices.notify('success', message);
      return client.invalidateQueries({ queryKey: [cache.path] });
    },
  });
  const okText = t('monitor.cache.clear');
  return {
    isPending: clear.isPending,
    async name({ cacheName, remark }: ListedCacheName) {
      const effectKey = effectKeyOf(cacheName);
      const content = effectKey && t(effectKey);
      if (await confirm({ title: t('monitor.cache.clearNameAsk', { name: remark }), content, okText, danger: true }))
        clear.mutate({ path: `/clearCacheName/${encodeURIComponent(cacheName)}`, message: t('monitor.cache.cleared', { name: remark }) });
    },
    async key({ cacheName }: ListedCacheName, cacheKey: string) {
      const key = cacheKey.slice(cacheName.length);
      const title = cacheName === 'login_tokens:' ? t('monitor.cache.endSessionAsk') : t('monitor.cache.clearKeyAsk', { key });
      if (await confirm({ title, okText, danger: true }))
        clear.mutate({ path: `/clearCacheKey/${encodeURIComponent(cacheKey)}`, message: t('monitor.cache.cleared', { name: key }) });
    },
    async all() {
      const question = {
        title: t('monitor.cache.clearAllAsk'),
        content: t(hasExtension('cacheDetails') ? 'monitor.cache.clearAllMeans' : 'monitor.redis.clearAllMeans'),
      };
      if (await confirm({ ...question, okText: t('monitor.cache.clearAll'), danger: true }))
        clear.mutate({ path: '/clearCacheAll', message: t('monitor.cache.clearedAll') });
    },
  };
}

interface KeyRowProps {
  /** The key without the cache's prefix. */
  label: string;
  isSelected: boolean;
  note?: string;
  onSelect: () => void;
  onClear: (() => void) | undefined;
}

function KeyRow({ label, isSelected, note, onSelect, onClear }: KeyRowProps) {
  const t = useTranslations();
  return (
    <li className={isSelected ? 'cache-row cache-chosen' : 'cache-row'}>
      <button type="button" className="cache-choice" aria-pressed={isSelected} onClick={onSelect}>
        <span className="mono cache-key">{label}</span>
        {note && <span className="cache-choice-note">{note}</span>}
      </button>
      {onClear && (
        <button type="button" className="row-link" aria-label={t('monitor.cache.clearNameLabel', { name: label })} onClick={onClear}>
          {t('monitor.cache.clear')}
        </button>
      )}
    </li>
  );
}

function KeySearch({ onSearch }: { onSearch: (part: string) => void }) {
  const t = useTranslations();
  const label = t('monitor.cache.searchKey');
  return <Input.Search allowClear aria-label={label} placeholder={label} onSearch={(text) => onSearch(text.trim())} />;
}

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
