import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Icon } from '../kit/icon.tsx';
import { envelope } from '../kit/request.ts';
import { Waiting } from '../kit/states.tsx';
import { useNarrow } from '../kit/viewport.ts';
import { loadPageWords, useWords } from '../kit/words.ts';

const NOTICES = '/system/notice';

/** Milliseconds between looks for new notices, and until the first: home comes before it. */
const PACE = 300_000;
const FIRST_LOOK = 1_500;

const load = () => Promise.all([import('./bell-list.tsx'), loadPageWords()]).then(([list]) => list);
const BellList = lazy(load);
const NoticeModal = lazy(() =>
  Promise.all([import('../features/system/notice/notice-modal.tsx'), loadPageWords()]).then(([modal]) => modal),
);

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
  const narrow = useNarrow();
  const unread = useUnread() ?? 0;
  const [open, setOpen] = useState(false);
  /** Counts the openings: each begins its query anew. */
  const [opening, setOpening] = useState(0);
  const [reading, setReading] = useState<number>();
  const intend = () => void load().catch(() => undefined);
  const read = (noticeId: number) => {
    setOpen(false);
    setReading(noticeId);
    // older back ends do not note who has read what
    void envelope('POST', `${NOTICES}/markRead?noticeId=${noticeId}`)
      .then(() => client.invalidateQueries({ queryKey: [NOTICES, 'top'] }))
      .catch(() => undefined);
  };
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement={narrow ? 'bottom' : 'bottomRight'}
        open={open}
        onOpenChange={(shown) => {
          setOpen(shown);
          if (shown) setOpening(opening + 1);
        }}
        popupRender={() => (
          <section className="bell-list" aria-label={t('shell.bell')}>
            <Suspense fallback={<Waiting rows={3} />}>
              {opening > 0 && <BellList key={opening} unread={unread} onRead={read} onLeave={() => setOpen(false)} />}
            </Suspense>
          </section>
        )}
      >
        <Button
          type="text"
          aria-label={unread > 0 ? t('shell.bellUnread', { count: unread }) : t('shell.bell')}
          title={t('shell.bell')}
          onPointerEnter={intend}
          onFocus={intend}
        >
          <Icon name="bell" />
          {unread > 0 && <span className="count">{unread > 99 ? '99+' : unread}</span>}
        </Button>
      </Dropdown>
      {reading !== undefined && (
        <Suspense>
          <NoticeModal noticeId={reading} onClose={() => setReading(undefined)} />
        </Suspense>
      )}
    </>
  );
}
