import {
  correctTrace,
  publishTrace,
  rejectTrace,
  submitTrace,
  type Traceability,
  type TraceMove,
  type TraceState,
  traceabilities,
  traceLifeCycle,
  verifyTrace,
} from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { hosts } from '../../../data/hosts.ts';
import { refusalOf } from '../../../data/refusal.ts';
import { request } from '../../../data/request.ts';
import { useWords } from '../../../data/words.ts';
import { confirm } from '../../../ui/confirm.ts';

const actions = { submit: submitTrace, verify: verifyTrace, reject: rejectTrace, publish: publishTrace, correct: correctTrace } as const;
const reasoned: readonly TraceMove[] = ['reject', 'correct'];

/** Steps that the record's state allows, the next one first. */
export const movesOf = (record: Pick<Traceability, 'state' | 'correctedById'>, may: (permission: string) => boolean): TraceMove[] =>
  (['submit', 'verify', 'publish', 'reject', 'correct'] as const).filter((move) => {
    const from: readonly TraceState[] = traceLifeCycle[move].from;
    return from.includes(record.state) && may(traceabilities.permission(move)) && !(move === 'correct' && record.correctedById !== null);
  });

/** Runs steps of a record: confirms, requests, notifies and reloads. */
export function useTraceMove() {
  const t = useWords();
  const client = useQueryClient();
  const settle = () => client.invalidateQueries({ queryKey: [traceabilities.path] });
  const send = (move: TraceMove, id: number, body: object) =>
    request<{ traceRecordId?: number } | undefined>('PUT', actions[move].path.replace(':id', String(id)), body);
  const run = useMutation({
    mutationFn: ({ id, move, body }: { id: number; move: TraceMove; body: object }) => send(move, id, body),
    onSettled: settle,
  });

  /** Resolves to the id of a correction's draft, the record's id after other steps, or undefined if nothing happened. */
  const take = async (move: TraceMove, record: Traceability): Promise<number | undefined> => {
    const { traceRecordId: id, stepName: step, batchNo } = record;
    let body = {};
    if (move !== 'submit') {
      const consent = await confirm({
        title: t(`manage.traceability.ask.${move}`, { step, batchNo }),
        content: t(`manage.traceability.ask.${move === 'verify' && record.correctsId !== null ? 'verifyCorrection' : move}.hint`),
        okText: t(`manage.traceability.do.${move}`),
        ...(reasoned.includes(move) && { reason: 'needed' as const }),
      });
      if (!consent) return undefined;
      body = consent.reason ? { reason: consent.reason } : {};
    }
    return run.mutateAsync({ id, move, body }).then(
      (answer) => {
        const moved = t('manage.traceability.moved', { step, move: t(`manage.traceability.step.${move}`) });
        hosts.tell('success', move === 'correct' ? t('manage.traceability.correctionBegun', { step }) : moved);
        return answer?.traceRecordId ?? id;
      },
      () => undefined, // the error is already displayed
    );
  };

  /** Runs a step for several records in sequence; reports how many succeeded, and the first error. */
  const takeAll = async (move: 'verify' | 'publish', records: readonly Traceability[]) => {
    let good = 0;
    let reason: string | undefined;
    for (const { traceRecordId } of records) {
      const refusal = await send(move, traceRecordId, {}).then(
        () => undefined,
        (error: unknown) => refusalOf(error)?.msg ?? t('kit.failed'),
      );
      if (refusal === undefined) good++;
      else reason ??= refusal;
    }
    await settle();
    const word = t(`manage.traceability.step.${move}`);
    if (reason === undefined) hosts.tell('success', t('manage.traceability.movedMany', { count: good, move: word }));
    else hosts.tell('warning', t('manage.traceability.movedSome', { count: good, bad: records.length - good, reason }));
  };
  return { take, takeAll, busy: run.isPending };
}
