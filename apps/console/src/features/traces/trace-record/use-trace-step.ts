import {
  correctTrace,
  publishTrace,
  rejectTrace,
  submitTrace,
  type TraceMove,
  type TraceRecord,
  type TraceState,
  traceLifeCycle,
  traceRecords,
  verifyTrace,
} from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { asApiError } from '../../../data/api-error.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { request } from '../../../data/request.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { confirm } from '../../../ui/confirm.ts';

const actions = { submit: submitTrace, verify: verifyTrace, reject: rejectTrace, publish: publishTrace, correct: correctTrace } as const;
const movesWithReason: readonly TraceMove[] = ['reject', 'correct'];

/** Steps that the record's state allows, the next one first. */
export const availableMoves = (
  record: Pick<TraceRecord, 'state' | 'correctedById'>,
  isAllowed: (permission: string) => boolean,
): TraceMove[] =>
  (['submit', 'verify', 'publish', 'reject', 'correct'] as const).filter((move) => {
    const from: readonly TraceState[] = traceLifeCycle[move].from;
    return (
      from.includes(record.state) && isAllowed(traceRecords.permission(move)) && !(move === 'correct' && record.correctedById !== null)
    );
  });

/** Runs steps of a record: confirms, requests, notifies and reloads. */
export function useTraceStep() {
  const t = useTranslations();
  const client = useQueryClient();
  const invalidateRecords = () => client.invalidateQueries({ queryKey: [traceRecords.path] });
  const requestMove = (move: TraceMove, id: number, body: object) =>
    request<{ traceRecordId?: number } | undefined>('PUT', actions[move].path.replace(':id', String(id)), body);
  const run = useMutation({
    mutationFn: ({ id, move, body }: { id: number; move: TraceMove; body: object }) => requestMove(move, id, body),
    onSettled: invalidateRecords,
  });

  /** Resolves to the id of a correction's draft, the record's id after other steps, or undefined if nothing happened. */
  const runStep = async (move: TraceMove, record: TraceRecord): Promise<number | undefined> => {
    const { traceRecordId: id, stepName: step, batchNo } = record;
    let body = {};
    if (move !== 'submit') {
      const confirmation = await confirm({
        title: t(`manage.traceability.ask.${move}`, { step, batchNo }),
        content: t(`manage.traceability.ask.${move === 'verify' && record.correctsId !== null ? 'verifyCorrection' : move}.hint`),
        okText: t(`manage.traceability.do.${move}`),
        ...(movesWithReason.includes(move) && { reason: 'needed' as const }),
      });
      if (!confirmation) return undefined;
      body = confirmation.reason ? { reason: confirmation.reason } : {};
    }
    return run.mutateAsync({ id, move, body }).then(
      (response) => {
        const message = t('manage.traceability.moved', { step, move: t(`manage.traceability.step.${move}`) });
        shellServices.notify('success', move === 'correct' ? t('manage.traceability.correctionBegun', { step }) : message);
        return response?.traceRecordId ?? id;
      },
      () => undefined, // the error is already displayed
    );
  };

  /** Runs a step for several records in sequence; reports how many succeeded, and the first error. */
  const runStepForAll = async (move: 'verify' | 'publish', records: readonly TraceRecord[]) => {
    let successCount = 0;
    let reason: string | undefined;
    for (const { traceRecordId } of records) {
      const errorMessage = await requestMove(move, traceRecordId, {}).then(
        () => undefined,
        (error: unknown) => asApiError(error)?.msg ?? t('kit.failed'),
      );
      if (errorMessage === undefined) successCount++;
      else reason ??= errorMessage;
    }
    await invalidateRecords();
    const stepLabel = t(`manage.traceability.step.${move}`);
    if (reason === undefined) shellServices.notify('success', t('manage.traceability.movedMany', { count: successCount, move: stepLabel }));
    else
      shellServices.notify(
        'warning',
        t('manage.traceability.movedSome', { count: successCount, bad: records.length - successCount, reason }),
      );
  };
  return { take: runStep, takeAll: runStepForAll, busy: run.isPending };
}
