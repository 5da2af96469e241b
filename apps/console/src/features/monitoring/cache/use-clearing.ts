import { cache, type ListedCacheName, type WordKey } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { shellServices } from '../../../data/hosts.ts';
import { request } from '../../../data/request.ts';
import { hasExtension } from '../../../data/server-about.ts';
import { useTranslations } from '../../../data/words.ts';
import { confirm } from '../../../ui/confirm.ts';

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
