import { TRACE_PAGE, type TraceView } from '@suyuan/contract';
import { Pagination } from 'antd';
import { useTranslations } from '../../../data/words.ts';

interface TracePagesProps {
  view: TraceView;
  onPage: (page: number) => void;
}

/** Paging of a long trace; nothing if one page is enough. */
export function TracePages({ view: { page, total, records }, onPage }: TracePagesProps) {
  const t = useTranslations();
  if (total <= TRACE_PAGE) return null;
  const from = (page - 1) * TRACE_PAGE + 1;
  return (
    <div className="trace-pages">
      <span className="none">{t('manage.traceability.moreRecords', { total, from, to: from + records.length - 1 })}</span>
      <Pagination current={page} pageSize={TRACE_PAGE} total={total} showSizeChanger={false} onChange={onPage} />
    </div>
  );
}
