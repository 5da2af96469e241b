import type { WordKey } from '@suyuan/contract';
import { Radio, Select, Space } from 'antd';
import type { ReactNode } from 'react';
import { useTranslations } from '../../../data/words.ts';
import { ValidatedNumber } from '../../../ui/validated-number.tsx';
import { type CronMode, type CronPart, cronFields, defaultPart } from './cron-part.ts';

interface CronFieldTabProps {
  fieldIndex: number;
  part: CronPart;
  onChange: (part: CronPart) => void;
}

export function CronFieldTab({ fieldIndex, part, onChange }: CronFieldTabProps) {
  const t = useTranslations();
  const { name, modes, min, max } = cronFields[fieldIndex] as (typeof cronFields)[number];
  const field = t(`monitor.job.cron.${name}`);
  const label = (value: number) => (name === 'week' ? t(`monitor.job.week.${value}` as WordKey) : String(value));
  const options = Array.from({ length: max - min + 1 }, (_, index) => ({ value: min + index, label: label(min + index) }));
  const numberInput = (value: number, toPart: (value: number) => CronPart, title: string, low = min, high = max) =>
    name === 'week' && high === max ? (
      <Select aria-label={title} value={value} options={options} onChange={(next) => onChange(toPart(next))} className="cron-number" />
    ) : (
      <ValidatedNumber
        aria-label={title}
        title={title}
        min={low}
        max={high}
        required
        value={value}
        onChange={(next) => next !== null && onChange(toPart(next))}
        className="cron-number"
      />
    );
  const detail = (mode: CronMode): ReactNode => {
    if (part.mode !== mode) return null;
    switch (part.mode) {
      case 'range':
        return (
          <Space size={4}>
            {numberInput(part.from, (from) => ({ ...part, from }), t('monitor.job.rangeFrom'))}
            <span>{t('monitor.job.rangeTo')}</span>
            {numberInput(part.to, (to) => ({ ...part, to }), t('monitor.job.rangeTo'))}
          </Space>
        );
      case 'step':
        return (
          <Space size={4}>
            {numberInput(part.from, (from) => ({ ...part, from }), t('monitor.job.stepFrom'))}
            <span>{t('monitor.job.stepEvery')}</span>
            {numberInput(part.every, (every) => ({ ...part, every }), t('monitor.job.stepEvery'), 1, max)}
          </Space>
        );
      case 'some':
        return (
          <Select
            mode="multiple"
            aria-label={t('monitor.job.some')}
            value={part.values}
            options={options}
            // an empty list is not a valid field, so the last value stays
            onChange={(values) => values.length > 0 && onChange({ mode: 'some', values: values.toSorted((a, b) => a - b) })}
            className="cron-some"
          />
        );
      case 'nearest':
        return numberInput(part.day, (day) => ({ ...part, day }), t('monitor.job.nearest'));
      case 'nth':
        return (
          <Space size={4}>
            <span>{t('monitor.job.nthNo')}</span>
            {numberInput(part.no, (no) => ({ ...part, no }), t('monitor.job.nthNo'), 1, 5)}
            {numberInput(part.week, (week) => ({ ...part, week }), t('monitor.job.nth'))}
          </Space>
        );
      case 'lastOf':
        return numberInput(part.week, (week) => ({ ...part, week }), t('monitor.job.lastOf'));
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
      onChange={({ target }) => onChange(defaultPart(target.value as CronMode, fieldIndex, part))}
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

function modeWord(t: ReturnType<typeof useTranslations>, mode: CronMode, field: string) {
  if (mode === 'every') return t('monitor.job.everyField', { field });
  if (mode === 'blank' || mode === 'unset') return t('monitor.job.unset');
  return t(`monitor.job.${mode}` as WordKey);
}
