import { cronReading, type WordKey } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Radio, Space, Tabs } from 'antd';
import { type ReactNode, useState } from 'react';
import { endpointQueryOptions } from '../../../data/api.ts';
import { asApiError } from '../../../data/api-error.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { ValidatedNumber } from '../../../ui/number-form-item.tsx';
import { Select } from '../../../ui/select.tsx';
import { type CronMode, type CronPart, cronFields, cronText, defaultPart, parseCron, withPart } from './cron-expression.ts';

interface CronFieldTabProps {
  fieldIndex: number;
  part: CronPart;
  onChange: (part: CronPart) => void;
}

function CronFieldTab({ fieldIndex, part, onChange }: CronFieldTabProps) {
  const t = useTranslations();
  const { name, modes, min, max } = cronFields[fieldIndex] as (typeof cronFields)[number];
  const field = t(`monitor.job.cron.${name}`);
  const label = (value: number) => (name === 'week' ? t(`monitor.job.week.${value}` as WordKey) : String(value));
  const options = Array.from({ length: max - min + 1 }, (_, index) => ({ value: min + index, label: label(min + index) }));
  const numberInput = (value: number, toPart: (value: number) => CronPart, title: string, low = min, high = max) =>
    name === 'week' && high === max ? (
      <Select aria-label={title} value={value} options={options} onChange={(next) => onChange(toPart(next))} className="w-24!" />
    ) : (
      <ValidatedNumber
        aria-label={title}
        title={title}
        min={low}
        max={high}
        required
        value={value}
        onChange={(next) => next !== null && onChange(toPart(next))}
        className="w-24!"
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
            className="max-w-80! min-w-40!"
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
      className="flex! flex-col! gap-2!"
    >
      {modes.map((mode) => (
        <div key={mode} className="flex min-h-8 flex-wrap items-center gap-2">
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

interface CronInputProps {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
  onBlur?: () => void;
}

/** Whether an expression has Quartz's six fields or a seventh for the year. A blank value passes: another rule handles it. */
export const hasCronFields = (value: unknown) => typeof value !== 'string' || value.trim() === '' || value.trim().split(/\s+/).length >= 6;

export function CronInput({ id, value = '', onChange, onBlur }: CronInputProps) {
  const t = useTranslations();
  const [isBuilderOpen, setBuilderOpen] = useState(false);
  const parts = parseCron(value);
  return (
    <div>
      <div className="flex gap-2">
        <Input
          {...(id && { id })}
          className="mono-text"
          value={value}
          maxLength={255}
          onChange={({ target }) => onChange?.(target.value)}
          {...(onBlur && { onBlur })}
        />
        <Button aria-expanded={isBuilderOpen} onClick={() => setBuilderOpen(!isBuilderOpen)}>
          {t('monitor.job.build')}
        </Button>
      </div>
      {isBuilderOpen && (
        <Tabs
          size="small"
          items={cronFields.map(({ name }, fieldIndex) => ({
            key: name,
            label: t(`monitor.job.cron.${name}`),
            children: (
              <CronFieldTab
                fieldIndex={fieldIndex}
                part={parts[fieldIndex] as (typeof parts)[number]}
                onChange={(part) => onChange?.(cronText(withPart(parts, fieldIndex, part)))}
              />
            ),
          }))}
        />
      )}
      {hasExtension('jobDetails') && <CronPreview expression={value} />}
    </div>
  );
}

function CronPreview({ expression }: { expression: string }) {
  const t = useTranslations();
  const timeZone = Form.useWatch<string | undefined>('timeZone');
  const isReadable = expression.trim() !== '' && hasCronFields(expression);
  const { data, error } = useQuery({
    ...endpointQueryOptions(cronReading, { cronExpression: expression, timeZone }),
    meta: { ownErrors: true },
    enabled: isReadable,
    placeholderData: keepPreviousData,
    retry: false,
  });
  // the dates of the expression before would contradict
  if (!isReadable) return null;
  if (error)
    return (
      <p className="mt-1 mb-0 text-xs/5 text-danger" data-testid="cron-problem">
        {asApiError(error)?.msg ?? String(error)}
      </p>
    );
  if (!data) return null;
  const { words, runs } = data;
  return (
    <div className="mt-1 text-xs/5 text-muted" aria-live="polite">
      <p className="m-0">{t('kit.pair', { what: t('monitor.job.reading'), which: words })}</p>
      {runs.length === 0 ? (
        <p className="m-0 text-danger" data-testid="cron-problem">
          {t('monitor.job.noRuns')}
        </p>
      ) : (
        <>
          <p className="m-0">{t('monitor.job.nextRuns')}</p>
          <ol className="m-0 pl-6 tabular-nums">
            {runs.map((run) => (
              <li key={run}>{run}</li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
