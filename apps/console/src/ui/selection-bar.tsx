import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useWords } from '../data/words.ts';

interface SelectionBarProps {
  count: number;
  /** Number of selected rows on other pages. */
  elsewhere: number;
  onClear: () => void;
  /** Bulk actions. */
  children: ReactNode;
}

/** Replaces the filters while rows are selected: their number and bulk actions. */
export function SelectionBar({ count, elsewhere, onClear, children }: SelectionBarProps) {
  const t = useWords();
  return (
    <div className="action-bar" role="toolbar" aria-label={t('kit.selected', { count })}>
      <strong aria-live="polite">{t('kit.selected', { count })}</strong>
      {elsewhere > 0 && <span className="none">{t('kit.selectedElsewhere', { count: elsewhere })}</span>}
      {children}
      <Button type="link" onClick={onClear}>
        {t('kit.clearSelection')}
      </Button>
    </div>
  );
}
