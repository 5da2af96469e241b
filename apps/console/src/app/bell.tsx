import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Icon } from '../kit/icon.tsx';
import { PartBoundary, PartLost, WindowLost } from '../kit/part-boundary.tsx';
import { PopupButton } from '../kit/popup-button.tsx';
import { envelope } from '../kit/request.ts';
import { Waiting } from '../kit/states.tsx';
import { loadPageWords, useWords } from '../kit/words.ts';
import { bringDress, dressed } from './dressed.tsx';

const NOTICES = '/system/notice';

/** Milliseconds between looks for new notices, and until the first: home comes before it. */
const PACE = 300_000;
const FIRST_LOOK = 1_500;

const load = () => import('./bell-list.tsx');
const BellList = dressed(load, loadPageWords);
const NoticeModal = dressed(() => import('../features/system/notice/notice-modal.tsx'), loadPageWords);

/** How many open notices are unread; undefined while nobody knows, and on back ends that do not count them. */
function useUnread(): number | undefined {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), FIRST_LOOK);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useQuery({
    queryKey: [NOTICES, 'top'],
    queryFn: async ({ signal }) => {
      const { unreadCount } = await envelope('GET', `${NOTICES}/listTop`, undefined, { signal });
      return typeof unreadCount === 'number' ? unreadCount : null;
    },
    enabled: ready,
    retry: false,
    staleTime: PACE,
    refetchInterval: ({ state }) => (state.error ? false : PACE),
    meta: { ownErrors: true },
  });
  return data ?? undefined;
}

/** The bell at the head of every page: notices by type in a list below it, one notice in a window. */
export function Bell() {
  const t = useWords();
  const client = useQueryClient();
  const unread = useUnread() ?? 0;
  const [reading, setReading] = useState<number>();
  const intend = () => void Promise.all([load(), bringDress(), loadPageWords()]).catch(() => undefined);
  const read = (noticeId: number, close: () => void) => {
    close();
    setReading(noticeId);
    // older back ends do not note who has read what
    void envelope('POST', `${NOTICES}/markRead?noticeId=${noticeId}`)
      .then(() => client.invalidateQueries({ queryKey: [NOTICES, 'top'] }))
      .catch(() => undefined);
  };
  return (
    <>
      <PopupButton
        label={unread > 0 ? t('shell.bellUnread', { count: unread }) : t('shell.bell')}
        title={t('shell.bell')}
        onPointerEnter={intend}
        onFocus={intend}
        panel={(close) => (
          <div className="bell-list">
            <PartBoundary waiting={<Waiting rows={3} />} instead={(again) => <PartLost again={again} />}>
              <BellList unread={unread} onRead={(noticeId) => read(noticeId, close)} onLeave={close} />
            </PartBoundary>
          </div>
        )}
      >
        <Icon name="bell" />
        {unread > 0 && <span className="count">{unread > 99 ? '99+' : unread}</span>}
      </PopupButton>
      {reading !== undefined && (
        <PartBoundary instead={() => <WindowLost onClose={() => setReading(undefined)} />}>
          <NoticeModal noticeId={reading} onClose={() => setReading(undefined)} />
        </PartBoundary>
      )}
    </>
  );
}
