import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usePermission } from '../data/permission.tsx';
import { has } from '../data/server-about.ts';
import { loadPageWords, useWords } from '../data/words.ts';
import { Icon } from '../ui/icon.tsx';
import { PartBoundary, PartLost } from '../ui/part-boundary.tsx';
import { PopupButton } from '../ui/popup-button.tsx';
import { Waiting } from '../ui/states.tsx';
import { useNoticeWindow } from './notice-window.tsx';
import { topNotices } from './top-notices.ts';
import { loadAntdProvider, withAntdProvider } from './with-antd-provider.tsx';

/** Milliseconds before the first request for notices, so that home loads first. */
const FIRST_LOOK = 1_500;

const load = () => import('./bell-list.tsx');
const BellList = withAntdProvider(load, loadPageWords);

/** The newest notices; undefined while loading, null on a server without read marks. */
function useTopNotices() {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), FIRST_LOOK);
    return () => clearTimeout(timer);
  }, []);
  return useQuery({ ...topNotices, enabled: ready }).data;
}

/** Bell in the header with a list of notices. RuoYi returns the newest notices to every user; only lists by type require permission. */
export function Bell() {
  const t = useWords();
  const mayList = usePermission('system:notice:list');
  const top = useTopNotices();
  const unread = top?.unreadCount ?? 0;
  const [read, window] = useNoticeWindow();
  if (!mayList && (has('noticeStates') || !top)) return null;
  const intend = () => void Promise.all([load(), loadAntdProvider(), loadPageWords()]).catch(() => undefined);
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
              <BellList
                onRead={(noticeId) => {
                  close();
                  read(noticeId);
                }}
                onLeave={close}
              />
            </PartBoundary>
          </div>
        )}
      >
        <Icon name="bell" />
        {unread > 0 && <span className="count">{unread > 99 ? '99+' : unread}</span>}
      </PopupButton>
      {window}
    </>
  );
}
