import { type ResultOf, type TraceRecord, traceLifeCycle, traceRecords } from '@suyuan/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call } from '../../../data/api.ts';
import { asApiError } from '../../../data/api-error.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { useLifeCycle } from '../../../ui/life-cycle.ts';
import { fillPath } from './trace-display.tsx';

type SteppedRecord = Pick<TraceRecord, 'traceRecordId' | 'stepName' | 'batchNo' | 'state' | 'correctsId' | 'correctedById'>;

/** Opens the draft of a correction. */
export function useTraceLifeCycle() {
  const t = useTranslations();
  const navigate = useNavigate();
  return useLifeCycle(traceLifeCycle, {
    params: ({ stepName, batchNo }: SteppedRecord) => ({ name: stepName, batchNo }),
    isAvailable: ({ correctedById }, step) => step !== 'correct' || correctedById === null,
    dialog: (step, { correctsId }) =>
      step === 'verify' && correctsId !== null ? { content: t('manage.traceability.ask.verifyCorrection.hint') } : {},
    onDone(step, _, result) {
      if (step === 'correct') void navigate(fillPath((result as ResultOf<typeof traceLifeCycle.steps.correct>).traceRecordId));
    },
  });
}

export function useBulkTraceStep() {
  const t = useTranslations();
  const client = useQueryClient();
  /** Runs a step for several records in sequence; reports how many succeeded, and the first error. */
  const runStepForAll = async (move: 'verify' | 'publish', records: readonly TraceRecord[]) => {
    let successCount = 0;
    let reason: string | undefined;
    for (const { traceRecordId } of records) {
      const errorMessage = await call(traceLifeCycle.steps[move], { id: traceRecordId }).then(
        () => undefined,
        (error: unknown) => asApiError(error)?.msg ?? t('kit.failed'),
      );
      if (errorMessage === undefined) successCount++;
      else reason ??= errorMessage;
    }
    await client.invalidateQueries({ queryKey: [traceRecords.path] });
    const stepLabel = t(`manage.traceability.step.${move}`);
    if (reason === undefined) shellServices.notify('success', t('manage.traceability.movedMany', { count: successCount, move: stepLabel }));
    else
      shellServices.notify(
        'warning',
        t('manage.traceability.movedSome', { count: successCount, bad: records.length - successCount, reason }),
      );
  };
  return runStepForAll;
}
