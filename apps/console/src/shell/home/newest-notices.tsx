import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../data/words.ts';
import { NoticeRows } from '../notice-rows.tsx';
import { useNoticeWindow } from '../notice-window.tsx';
import { topNotices } from '../top-notices.ts';

export default function NewestNotices() {
  const t = useWords();
  const { data: top } = useQuery(topNotices);
  const [read, window] = useNoticeWindow();
  if (!top || top.data.length === 0) return null;
  return (
    <div className="home-column">
      <section className="card home-card">
        <h2>{t('system.notice.title')}</h2>
        <NoticeRows rows={top.data} typed onRead={read} />
      </section>
      {window}
    </div>
  );
}
