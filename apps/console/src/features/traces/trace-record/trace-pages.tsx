import { TRACE_PAGE, type TraceView } from '@suyuan/contract';
import { Pagination } from 'antd';
import { useWords } from '../../../data/words.ts';

interface TracePagesProps {
  view: TraceView;
  onPage: (page: number) => void;
}

/** Which of a long trace's records are shown, and the way to the others; nothing where one page holds all. */
export function TracePages({ view: { page, total, records }, onPage }: TracePagesProps) {
  const t = useWords();
  if (total <= TRACE_PAGE) return null;
  const from = (page - 1) * TRACE_PAGE + 1;
  return (
    <div className="trace-pages">
      <span className="none">{t('manage.traceability.moreRecords', { total, from, to: from + records.length - 1 })}</span>
      <Pagination current={page} pageSize={TRACE_PAGE} total={total} showSizeChanger={false} onChange={onPage} />
    </div>
  );
}
