import type { NoticeTop } from '@suyuan/contract';
import { queryOptions } from '@tanstack/react-query';
import { refusalOf } from '../kit/refusal.ts';
import { envelope } from '../kit/request.ts';

export const NOTICES = '/system/notice';

/** Milliseconds between looks for new notices. */
const PACE = 300_000;

/** Whether the server refused to answer: RuoYi keeps read marks since 3.9.2. It is not asked again until the page is loaded anew. */
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
      const { problem, code } = refusalOf(error) ?? { problem: 'network', code: 0 };
      if (code === 401 || (problem !== undefined && problem !== 'notOffered')) throw error;
    }
    isAbsent = true;
    return null;
  },
  retry: false,
  staleTime: PACE,
  refetchInterval: ({ state }) => (state.error || state.data === null ? false : PACE),
  meta: { ownErrors: true },
});
