import {
  cache,
  cacheKeys,
  clearAllCaches,
  clearCacheKey,
  clearCacheName,
  type ListedCacheName,
  ruoyiCacheKeys,
  type WordKey,
} from '@suyuan/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { call, endpointQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { confirm } from '../../../ui/confirm.ts';
import { formatBytes, useDurationFormat } from '../../../ui/format-amount.ts';
import { useInputClear } from '../../../ui/select.tsx';
import { EmptyState, ErrorState, LoadingState, QueryState } from '../../../ui/states.tsx';

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
    mutationFn: ({ send }: { send: () => Promise<void>; message: string }) => send(),
    onSuccess: (_, { message }) => {
      shellServices.notify('success', message);
      return client.invalidateQueries({ queryKey: [cache.path] });
    },
  });
  const okText = t('monitor.cache.clear');
  const danger = true;
  return {
    name({ cacheName, remark }: ListedCacheName) {
      const effectKey = effectKeyOf(cacheName);
      const content = effectKey && t(effectKey);
      const message = t('monitor.cache.cleared', { name: remark });
      void confirm({ title: t('monitor.cache.clearNameAsk', { name: remark }), content, okText, danger }, () =>
        clear.mutateAsync({ send: () => call(clearCacheName, { cacheName }), message }),
      );
    },
    key({ cacheName }: ListedCacheName, cacheKey: string) {
      const key = cacheKey.slice(cacheName.length);
      const title = cacheName === 'login_tokens:' ? t('monitor.cache.endSessionAsk') : t('monitor.cache.clearKeyAsk', { key });
      const message = t('monitor.cache.cleared', { name: key });
      void confirm({ title, okText, danger }, () => clear.mutateAsync({ send: () => call(clearCacheKey, { cacheKey }), message }));
    },
    all() {
      const question = {
        title: t('monitor.cache.clearAllAsk'),
        content: t(hasExtension('cacheDetails') ? 'monitor.cache.clearAllMeans' : 'monitor.redis.clearAllMeans'),
      };
      const message = t('monitor.cache.clearedAll');
      void confirm({ ...question, okText: t('monitor.cache.clearAll'), danger }, () =>
        clear.mutateAsync({ send: () => call(clearAllCaches, {}), message }),
      );
    },
  };
}

interface CacheRowProps {
  isSelected: boolean;
  onSelect: () => void;
  /** Content of the button that selects the row. */
  choice: ReactNode;
  /** Rendered after the button. */
  children: ReactNode;
}

export const CacheRow = ({ isSelected, onSelect, choice, children }: CacheRowProps) => (
  <li className={`flex items-center gap-3 rounded px-2 ${isSelected ? 'bg-primary-ground' : 'hover:bg-hover'}`}>
    <button
      type="button"
      className="flex min-w-0 flex-1 cursor-pointer flex-col border-0 bg-transparent px-0 py-2 text-left text-inherit [font:inherit]"
      aria-pressed={isSelected}
      onClick={onSelect}
    >
      {choice}
    </button>
    {children}
  </li>
);

/** Second line of a row. */
export const CacheRowNote = ({ children }: { children: ReactNode }) => <span className="text-xs/5 text-muted">{children}</span>;

export const CacheRows = ({ children }: { children: ReactNode }) => <ul className="-mx-2 my-0 list-none p-0">{children}</ul>;

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
    <CacheRow
      isSelected={isSelected}
      onSelect={onSelect}
      choice={
        <>
          <span className="mono-text text-xs/5 wrap-anywhere">{label}</span>
          {note && <CacheRowNote>{note}</CacheRowNote>}
        </>
      }
    >
      {onClear && (
        <button
          type="button"
          className="text-link max-md:min-h-11"
          aria-label={t('monitor.cache.clearNameLabel', { name: label })}
          onClick={onClear}
        >
          {t('monitor.cache.clear')}
        </button>
      )}
    </CacheRow>
  );
}

function KeySearch({ onSearch }: { onSearch: (part: string) => void }) {
  const t = useTranslations();
  const label = t('monitor.cache.searchKey');
  return (
    <Input.Search
      className="mb-2!"
      allowClear={useInputClear()}
      aria-label={label}
      placeholder={label}
      onSearch={(text) => onSearch(text.trim())}
    />
  );
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
    queryFn: ({ pageParam, signal }) => call(cacheKeys, { cacheName: name.cacheName, part, cursor: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
  });
  const rows = keys.data?.pages.flatMap((page) => page.rows) ?? [];
  const prefixLength = name.cacheName.length;
  return (
    <>
      <KeySearch onSearch={setPart} />
      {!keys.data && <QueryState query={keys} rows={4} />}
      {keys.isSuccess && rows.length === 0 && <EmptyState text={part ? t('monitor.cache.noMatch', { part }) : t('monitor.cache.noKeys')} />}
      <CacheRows>
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
      </CacheRows>
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
  const { data, error, refetch } = useQuery(endpointQueryOptions(ruoyiCacheKeys, { cacheName }));
  const labelOf = (cacheKey: string) => cacheKey.slice(cacheName.length);
  const matches = data?.filter((cacheKey) => labelOf(cacheKey).includes(part)) ?? [];
  return (
    <>
      <KeySearch onSearch={setPart} />
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={4} />)}
      {data && matches.length === 0 && <EmptyState text={part ? t('monitor.cache.noMatch', { part }) : t('monitor.cache.noKeys')} />}
      <CacheRows>
        {matches.slice(0, limit).map((cacheKey) => (
          <KeyRow
            key={cacheKey}
            label={labelOf(cacheKey)}
            isSelected={cacheKey === selectedKey}
            onSelect={() => onSelect(cacheKey)}
            onClear={onClear && (() => onClear(cacheKey))}
          />
        ))}
      </CacheRows>
      {matches.length > limit && (
        <Button block onClick={() => setLimit(limit + PAGE_SIZE)}>
          {t('monitor.cache.more')}
        </Button>
      )}
    </>
  );
}
