import type { NoticeTop } from '@suyuan/contract';
import { queryOptions } from '@tanstack/react-query';
import { refusalOf } from '../data/refusal.ts';
import { envelope } from '../data/request.ts';

export const NOTICES = '/system/notice';

/** Poll interval for new notices, in milliseconds. */
const PACE = 300_000;

/** Whether the server lacks this list (RuoYi before 3.9.2). It is not requested again before a reload. */
let isAbsent = false;

/** The newest open notices with read marks; null on a server without read marks. */
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
