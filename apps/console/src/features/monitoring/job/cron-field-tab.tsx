import type { WordKey } from '@suyuan/contract';
import { Radio, Select, Space } from 'antd';
import type { ReactNode } from 'react';
import { useWords } from '../../../data/words.ts';
import { ValidatedNumber } from '../../../ui/validated-number.tsx';
import { beginning, type CronMode, type CronPart, cronFields } from './cron-part.ts';

interface CronFieldTabProps {
  place: number;
  part: CronPart;
  onChange: (part: CronPart) => void;
}

export function CronFieldTab({ place, part, onChange }: CronFieldTabProps) {
  const t = useWords();
  const { name, modes, min, max } = cronFields[place] as (typeof cronFields)[number];
  const field = t(`monitor.job.cron.${name}`);
  const label = (value: number) => (name === 'week' ? t(`monitor.job.week.${value}` as WordKey) : String(value));
  const choices = Array.from({ length: max - min + 1 }, (_, index) => ({ value: min + index, label: label(min + index) }));
  const one = (value: number, put: (value: number) => CronPart, title: string, low = min, high = max) =>
    name === 'week' && high === max ? (
      <Select aria-label={title} value={value} options={choices} onChange={(next) => onChange(put(next))} className="cron-number" />
    ) : (
      <ValidatedNumber
        aria-label={title}
        title={title}
        min={low}
        max={high}
        needed
        value={value}
        onChange={(next) => next !== null && onChange(put(next))}
        className="cron-number"
      />
    );
  const detail = (mode: CronMode): ReactNode => {
    if (part.mode !== mode) return null;
    switch (part.mode) {
      case 'range':
        return (
          <Space size={4}>
            {one(part.from, (from) => ({ ...part, from }), t('monitor.job.rangeFrom'))}
            <span>{t('monitor.job.rangeTo')}</span>
            {one(part.to, (to) => ({ ...part, to }), t('monitor.job.rangeTo'))}
          </Space>
        );
      case 'step':
        return (
          <Space size={4}>
            {one(part.from, (from) => ({ ...part, from }), t('monitor.job.stepFrom'))}
            <span>{t('monitor.job.stepEvery')}</span>
            {one(part.every, (every) => ({ ...part, every }), t('monitor.job.stepEvery'), 1, max)}
          </Space>
        );
      case 'some':
        return (
          <Select
            mode="multiple"
            aria-label={t('monitor.job.some')}
            value={part.values}
            options={choices}
            // an empty list is not a valid field, so the last value stays
            onChange={(values) => values.length > 0 && onChange({ mode: 'some', values: values.toSorted((a, b) => a - b) })}
            className="cron-some"
          />
        );
      case 'nearest':
        return one(part.day, (day) => ({ ...part, day }), t('monitor.job.nearest'));
      case 'nth':
        return (
          <Space size={4}>
            <span>{t('monitor.job.nthNo')}</span>
            {one(part.no, (no) => ({ ...part, no }), t('monitor.job.nthNo'), 1, 5)}
            {one(part.week, (week) => ({ ...part, week }), t('monitor.job.nth'))}
          </Space>
        );
      case 'lastOf':
        return one(part.week, (week) => ({ ...part, week }), t('monitor.job.lastOf'));
      default:
        return null;
    }
  };
  return (
    <Radio.Group
      // the form item's name would join the radio buttons of all fields into one group
      name={`cron-${name}`}
      aria-label={field}
      value={part.mode}
      onChange={({ target }) => onChange(beginning(target.value as CronMode, place, part))}
      className="cron-modes"
    >
      {modes.map((mode) => (
        <div key={mode} className="cron-mode">
          <Radio value={mode}>{modeWord(t, mode, field)}</Radio>
          {detail(mode)}
        </div>
      ))}
      {part.mode === 'raw' && <Radio value="raw">{t('monitor.job.raw', { part: part.text })}</Radio>}
    </Radio.Group>
  );
}

function modeWord(t: ReturnType<typeof useWords>, mode: CronMode, field: string) {
  if (mode === 'every') return t('monitor.job.everyField', { field });
  if (mode === 'blank' || mode === 'unset') return t('monitor.job.unset');
  return t(`monitor.job.${mode}` as WordKey);
}
