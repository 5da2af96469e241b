import { actOnCodes, batches, batchLifeCycle, type CodeRun, type CodeStatus, type CodeStep, codeLifeCycle, codes } from '@suyuan/contract';
import { useMutation } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import { call, useRefetch } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { confirm } from '../../../ui/confirm.ts';
import { focusFirstInvalidInput } from '../../../ui/form-validation.ts';
import { ValidatedNumber } from '../../../ui/number-form-item.tsx';
import { groupDigits, ordinalRange } from '../../../ui/number-format.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { useCodeImpact } from '../shared/code-impact.ts';
import { completeSpan, type Span, statusesIn } from './bar-geometry.ts';
import type { Batch } from './batch-steps.ts';
import { FieldRow } from './rows.tsx';

const steps = ['activate', 'freeze', 'unfreeze', 'void'] as const satisfies readonly CodeStep[];
type RangeStep = (typeof steps)[number];

/** Permission for a range step: activation belongs to batches, the rest to codes. */
export const rangePermission = (step: RangeStep) => (step === 'activate' ? batches.permission('activate') : codes.permission(step));

export function rangeSteps({ state }: Batch): readonly RangeStep[] {
  if (state === 'issued' || state === 'active') return steps;
  return state === 'closed' || state === 'frozen' ? steps.filter((step) => step !== 'activate') : [];
}

interface RangePanelProps {
  batch: Batch;
  runs: readonly CodeRun[];
  /** Without an end that is not entered yet. */
  range: Partial<Span>;
  onChange: (range: Partial<Span>) => void;
  onClose: () => void;
}

export function RangePanel({ batch, runs, range, onChange, onClose }: RangePanelProps) {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const codeImpact = useCodeImpact();
  const { batchId, batchNo, issuedCount } = batch;
  const span = completeSpan(range);
  const [form] = Form.useForm();
  const isAllowedForSpan = (step: RangeStep) =>
    !span || statusesIn(runs, span, 'own').every((status) => (codeLifeCycle[step].from as readonly CodeStatus[]).includes(status));
  const availableSteps = rangeSteps(batch).filter((step) => hasPermi(rangePermission(step)) && isAllowedForSpan(step));

  const run = useMutation({
    mutationFn: ({ step, from, to, reason = '' }: Span & { step: RangeStep; reason?: string | undefined }) =>
      step === 'activate'
        ? call(batchLifeCycle.steps.activate, { id: batchId, from, to })
        : call(actOnCodes(step), { batchId, from, to, reason }),
    onSettled: useRefetch(batches.path, codes.path),
  });

  const confirmStep = (step: RangeStep, { from, to }: Span) => {
    if (focusFirstInvalidInput(form)) return; // the typed range is invalid
    const messageParams = { batchNo, range: ordinalRange(from, to), count: groupDigits(to - from + 1) };
    const options = {
      title: t(`manage.batch.askRange.${step}`, messageParams),
      content: t(`manage.batch.askRange.${step}.hint`, messageParams),
      okText: t(`manage.batch.do.${step}`),
      danger: step === 'freeze' || step === 'void',
      ...((step === 'freeze' || step === 'void') && codeImpact({ batchId, from, to })),
      ...(step !== 'activate' && { reason: 'required' as const }),
      ...(step === 'void' && { name: batchNo }),
    };
    void confirm(options, async ({ reason }) => {
      await run.mutateAsync({ step, from, to, reason });
      shellServices.notify('success', t('manage.batch.rangeDone', { ...messageParams, step: t(`manage.batch.step.${step}`) }));
      onClose();
    });
  };

  const endField = (name: 'from' | 'to', min: number, max: number) => (
    <div>
      <label htmlFor={`range-${name}`} className="mb-1 block text-xs text-muted">
        {t(`manage.batch.${name}`)}
      </label>
      <ValidatedNumber
        id={`range-${name}`}
        className="w-full!"
        title={t(`manage.batch.${name}`)}
        value={range[name]}
        min={min}
        max={max}
        required
        controls={false}
        grouped
        onChange={(value) => value !== null && onChange({ ...range, [name]: value })}
      />
    </div>
  );

  return (
    <fieldset className="m-0 flex w-80 max-w-[calc(100vw-56px)] flex-col gap-3 border-0 p-0" aria-label={t('manage.batch.range')}>
      <Form form={form} component={false}>
        <FieldRow>
          {endField('from', 1, range.to ?? issuedCount)}
          {endField('to', range.from ?? 1, issuedCount)}
        </FieldRow>
      </Form>
      {span ? (
        <p className="m-0 flex flex-wrap gap-x-3">
          <strong className="tabular-nums">{t('manage.batch.codes', { count: groupDigits(span.to - span.from + 1) })}</strong>
          <span>
            {statusesIn(runs, span)
              .map((status) => t(codes.word(`status.${status}`)))
              .join(t('kit.joint'))}
          </span>
          <RowLink to={`/manage/code?batchId=${batchId}&ordinalFrom=${span.from}`}>{t('manage.batch.showCodes')}</RowLink>
        </p>
      ) : (
        <p className="m-0 text-muted">{t('manage.batch.rangeEmpty', { last: String(issuedCount) })}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {availableSteps.map((step) => (
          <Button
            key={step}
            type={step === 'activate' ? 'primary' : 'default'}
            danger={step === 'void'}
            disabled={!span}
            onClick={() => span && confirmStep(step, span)}
          >
            {t(`manage.batch.do.${step}`)}
          </Button>
        ))}
        {availableSteps.length === 0 && <p className="m-0 text-muted">{t('manage.batch.rangeMixed')}</p>}
      </div>
    </fieldset>
  );
}
