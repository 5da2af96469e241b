import { type CacheName, cache, type WordKey } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirm } from '../../../kit/confirm.ts';
import { hosts } from '../../../kit/hosts.ts';
import { request } from '../../../kit/request.ts';
import { useWords } from '../../../kit/words.ts';

/** What clearing a name does beyond a slower moment. */
const meanings: Record<string, WordKey> = {
  'login_tokens:': 'monitor.cache.clearSessionsMeans',
  'pwd_err_cnt:': 'monitor.cache.clearLocksMeans',
  'captcha_codes:': 'monitor.cache.clearCaptchaMeans',
  'rate_limit:': 'monitor.cache.clearLimitMeans',
};

/** Makes a name, a key or everything be forgotten, after saying what that does. */
export function useClearing() {
  const t = useWords();
  const client = useQueryClient();
  const clear = useMutation({
    mutationFn: ({ path }: { path: string; said: string }) => request('DELETE', `${cache.path}${path}`),
    onSuccess: (_, { said }) => {
      hosts.tell('success', said);
      return client.invalidateQueries({ queryKey: [cache.path] });
    },
  });
  const okText = t('monitor.cache.clear');
  return {
    isPending: clear.isPending,
    async name({ cacheName, remark }: CacheName) {
      const content = t(meanings[cacheName] ?? 'monitor.cache.clearNameMeans');
      if (await confirm({ title: t('monitor.cache.clearNameAsk', { name: remark }), content, okText, danger: true }))
        clear.mutate({ path: `/clearCacheName/${encodeURIComponent(cacheName)}`, said: t('monitor.cache.cleared', { name: remark }) });
    },
    async key({ cacheName }: CacheName, cacheKey: string) {
      const key = cacheKey.slice(cacheName.length);
      const title = cacheName === 'login_tokens:' ? t('monitor.cache.endSessionAsk') : t('monitor.cache.clearKeyAsk', { key });
      if (await confirm({ title, okText, danger: true }))
        clear.mutate({ path: `/clearCacheKey/${encodeURIComponent(cacheKey)}`, said: t('monitor.cache.cleared', { name: key }) });
    },
    async all() {
      const question = { title: t('monitor.cache.clearAllAsk'), content: t('monitor.cache.clearAllMeans') };
      if (await confirm({ ...question, okText: t('monitor.cache.clearAll'), danger: true }))
        clear.mutate({ path: '/clearCacheAll', said: t('monitor.cache.clearedAll') });
    },
  };
}
