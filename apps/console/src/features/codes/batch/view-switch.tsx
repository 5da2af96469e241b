import { Segmented } from 'antd';
import { useTranslations } from '../../../data/words.ts';

export function ViewSwitch({ isCalendar, onSwitch }: { isCalendar: boolean; onSwitch: (isCalendar: boolean) => void }) {
  const t = useTranslations();
  return (
    <Segmented
      aria-label={t('manage.batch.view')}
      value={isCalendar ? 'calendar' : 'list'}
      options={(['list', 'calendar'] as const).map((value) => ({ value, label: t(`manage.batch.view.${value}`) }))}
      onChange={(value) => onSwitch(value === 'calendar')}
    />
  );
}
