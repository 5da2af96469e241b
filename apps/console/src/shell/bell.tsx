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

/** Milliseconds until the first look for notices: home comes before it. */
const FIRST_LOOK = 1_500;

const load = () => import('./bell-list.tsx');
const BellList = withAntdProvider(load, loadPageWords);

/** The newest notices; undefined until they came, null on a server without read marks. */
function useTopNotices() {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), FIRST_LOOK);
    return () => clearTimeout(timer);
  }, []);
  return useQuery({ ...topNotices, enabled: ready }).data;
}

/**
 * The bell at the head of every page: a list of notices below it, one notice in a window. RuoYi answers the newest notices to everybody,
 * so the right to list notices is needed only for the lists by type.
 */
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
