import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useWords } from '../data/words.ts';

interface SelectionBarProps {
  count: number;
  elsewhere: number;
  onClear: () => void;
  children: ReactNode;
}

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
