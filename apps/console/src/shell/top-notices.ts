import type { NoticeTop } from '@suyuan/contract';
import { queryOptions } from '@tanstack/react-query';
import { refusalOf } from '../data/refusal.ts';
import { envelope } from '../data/request.ts';

export const NOTICES = '/system/notice';

/** Milliseconds between looks for new notices. */
const PACE = 300_000;

/** Whether the server has no such list: RuoYi keeps read marks since 3.9.2. The console sends no second request before the page is reloaded. */
let isAbsent = false;

/** The newest open notices with their read marks. Null on a server that keeps none. */
export const topNotices = queryOptions({
  queryKey: [NOTICES, 'top'],
  queryFn: async ({ signal }): Promise<NoticeTop | null> => {
    if (isAbsent) return null;
    try {
      const { data, unreadCount } = await envelope<Partial<NoticeTop>>('GET', `${NOTICES}/listTop`, undefined, { signal });
      if (data && unreadCount !== undefined) return { data, unreadCount };
    } catch (error) {
      // RuoYi 3.8 reads `listTop` as the id of a notice
      const { problem, msg = '' } = refusalOf(error) ?? {};
      if (problem !== 'notOffered' && !msg.startsWith('请求参数类型不匹配')) throw error;
    }
    isAbsent = true;
    return null;
  },
  retry: false,
  staleTime: PACE,
  refetchInterval: ({ state }) => (state.error || state.data === null ? false : PACE),
  meta: { ownErrors: true },
});
