import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslations } from '../data/words.ts';

interface SelectionBarProps {
  count: number;
  otherPagesCount: number;
  onClear: () => void;
  children: ReactNode;
}

export function SelectionBar({ count, otherPagesCount, onClear, children }: SelectionBarProps) {
  const t = useTranslations();
  return (
    <div className="action-bar" role="toolbar" aria-label={t('kit.selected', { count })}>
      <strong aria-live="polite">{t('kit.selected', { count })}</strong>
      {otherPagesCount > 0 && <span className="none">{t('kit.selectedElsewhere', { count: otherPagesCount })}</span>}
      {children}
      <Button type="link" onClick={onClear}>
        {t('kit.clearSelection')}
      </Button>
    </div>
  );
}
