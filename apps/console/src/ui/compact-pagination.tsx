import { Button, Input, Pagination, type PaginationProps } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../data/i18n.ts';
import { Icon } from './icon.tsx';
import { groupDigits } from './number-format.ts';

interface CompactPaginationProps {
  current: number;
  pageSize: number;
  total: number;
  onPageChange: (page: number) => void;
}

/** Page numbers below a list, with its total at the start. */
export function ListPagination(props: PaginationProps) {
  const t = useTranslations();
  return (
    <Pagination
      showTotal={(total) => t('kit.total', { total })}
      className="flex! justify-end! py-3! [&_.ant-pagination-total-text]:mr-auto! [&_.ant-pagination-total-text]:text-muted!"
      {...props}
    />
  );
}

/** A page past the end shows the last page, e.g. after its rows were deleted. */
export function CompactPagination({ current: requestedPage, pageSize, total, onPageChange }: CompactPaginationProps) {
  const t = useTranslations();
  const [input, setInput] = useState<string>();
  const last = Math.max(1, Math.ceil(total / pageSize));
  const current = Math.min(Math.max(requestedPage || 1, 1), last);
  const goTo = (page: number) => page >= 1 && page <= last && page !== current && onPageChange(page);
  const commitInput = () => {
    const enteredPage = Number(input?.replaceAll(/\D/g, '') || current);
    goTo(Math.min(Math.max(enteredPage, 1), last));
    setInput(undefined);
  };
  return (
    <nav className="flex items-center justify-end gap-2 py-4" aria-label={t('kit.pageNum')}>
      <Button
        type="text"
        className="size-11!"
        icon={<Icon name="down" className="rotate-90" />}
        aria-label={t('kit.pageBefore')}
        disabled={current <= 1}
        onClick={() => goTo(current - 1)}
      />
      <Input
        inputMode="numeric"
        className="w-20! text-center! tabular-nums!"
        aria-label={t('kit.pageNum')}
        value={input ?? groupDigits(current)}
        onChange={({ target }) => setInput(target.value)}
        onBlur={commitInput}
        onPressEnter={commitInput}
      />
      <span className="tabular-nums">/ {groupDigits(last)}</span>
      <Button
        type="text"
        className="size-11!"
        icon={<Icon name="down" className="-rotate-90" />}
        aria-label={t('kit.pageAfter')}
        disabled={current >= last}
        onClick={() => goTo(current + 1)}
      />
    </nav>
  );
}
