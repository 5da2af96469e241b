import { type CronReading, jobs } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Tabs } from 'antd';
import { useState } from 'react';
import { asApiError } from '../../../data/refusal.ts';
import { request } from '../../../data/request.ts';
import { hasExtension } from '../../../data/server-about.ts';
import { useTranslations } from '../../../data/words.ts';
import { CronFieldTab } from './cron-field-tab.tsx';
import { cronFields, cronText, parseCron, withPart } from './cron-part.ts';

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
    <div className="cron-input">
      <div className="cron-line">
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
  const params = new URLSearchParams({ cronExpression: expression, ...(timeZone && { timeZone }) });
  const { data, error } = useQuery({
    queryKey: [jobs.path, 'cron', String(params)],
    queryFn: ({ signal }) => request<CronReading>('GET', `${jobs.path}/cron?${params}`, undefined, { signal }),
    meta: { ownErrors: true },
    enabled: expression.trim() !== '' && hasCronFields(expression),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (error) return <p className="cron-reading cron-wrong">{asApiError(error)?.msg ?? String(error)}</p>;
  if (!data) return null;
  const { words, runs } = data;
  return (
    <div className="cron-reading" aria-live="polite">
      <p>{t('kit.pair', { what: t('monitor.job.reading'), which: words })}</p>
      {runs.length === 0 ? (
        <p className="cron-wrong">{t('monitor.job.noRuns')}</p>
      ) : (
        <>
          <p>{t('monitor.job.nextRuns')}</p>
          <ol>
            {runs.map((run) => (
              <li key={run}>{run}</li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
