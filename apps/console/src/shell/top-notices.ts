import type { NoticeTop } from '@suyuan/contract';
import { queryOptions } from '@tanstack/react-query';
import { asApiError } from '../data/refusal.ts';
import { fetchEnvelope } from '../data/request.ts';

export const NOTICES_PATH = '/system/notice';

/** Poll interval for new notices, in milliseconds. */
const POLL_INTERVAL_MS = 300_000;

/** Whether the server lacks this list (RuoYi before 3.9.2). It is not requested again before a reload. */
let isAbsent = false;

/** The newest open notices with read marks; null on a server without read marks. */
export const topNotices = queryOptions({
  queryKey: [NOTICES_PATH, 'top'],
  queryFn: async ({ signal }): Promise<NoticeTop | null> => {
    if (isAbsent) return null;
    try {
      const { data, unreadCount } = await fetchEnvelope<Partial<NoticeTop>>('GET', `${NOTICES_PATH}/listTop`, undefined, { signal });
      if (data && unreadCount !== undefined) return { data, unreadCount };
    } catch (error) {
      // RuoYi 3.8 reads `listTop` as the id of a notice
      const { problem, msg = '' } = asApiError(error) ?? {};
      if (problem !== 'notOffered' && !msg.startsWith('请求参数类型不匹配')) throw error;
    }
    isAbsent = true;
    return null;
  },
  retry: false,
  staleTime: POLL_INTERVAL_MS,
  refetchInterval: ({ state }) => (state.error || state.data === null ? false : POLL_INTERVAL_MS),
  meta: { ownErrors: true },
});
