import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useWords } from '../data/words.ts';

interface SelectionBarProps {
  count: number;
  /** How many of them are on pages that are not in front. */
  elsewhere: number;
  onClear: () => void;
  /** What may be done with them. */
  children: ReactNode;
}

/** In place of the filters while rows are ticked: how many they are, and what may be done with them. */
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
