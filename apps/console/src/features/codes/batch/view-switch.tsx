import { Segmented } from 'antd';
import { useWords } from '../../../data/words.ts';

export function ViewSwitch({ calendar, onSwitch }: { calendar: boolean; onSwitch: (calendar: boolean) => void }) {
  const t = useWords();
  return (
    <Segmented
      aria-label={t('manage.batch.view')}
      value={calendar ? 'calendar' : 'list'}
      options={(['list', 'calendar'] as const).map((value) => ({ value, label: t(`manage.batch.view.${value}`) }))}
      onChange={(value) => onSwitch(value === 'calendar')}
    />
  );
}
