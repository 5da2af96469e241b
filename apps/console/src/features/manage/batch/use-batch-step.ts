import { type BatchStep, batches, codes, type WordKey } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirm, type Question } from '../../../kit/confirm.ts';
import { hosts } from '../../../kit/hosts.ts';
import { groupDigits } from '../../../kit/numbers.ts';
import { request } from '../../../kit/request.ts';
import { useWords, wordOr } from '../../../kit/words.ts';
import { type Batch, stepActions, waiting } from './batch-steps.ts';

/** What each step asks for before it is taken; the planner's own submission needs no question. */
const asks: Partial<Record<BatchStep, Pick<Question, 'reason' | 'danger'> & { final?: true }>> = {
  approve: {},
  reject: { reason: 'needed' },
  issue: {},
  activate: {},
  close: {},
  unfreeze: { reason: 'optional' },
  freeze: { reason: 'needed', danger: true },
  cancel: { reason: 'optional', danger: true },
  recall: { reason: 'needed', danger: true, final: true },
  void: { reason: 'needed', danger: true, final: true },
};

/** Takes steps of a batch's life: asks what the step needs to know, does it, says so, and shows the batch anew. */
export function useBatchStep() {
  const t = useWords();
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: ({ id, step, body }: { id: number; step: BatchStep; body: object }) =>
      request<unknown>('PUT', stepActions[step].path.replace(':id', String(id)), body),
    onSettled: () => Promise.all([batches.path, codes.path].map((path) => client.invalidateQueries({ queryKey: [path] }))),
  });

  const take = async (step: BatchStep, batch: Batch): Promise<void> => {
    const { batchId, batchNo, quantity, categoryName, issuedCount } = batch;
    const count = step === 'activate' ? waiting(batch) : issuedCount || quantity;
    const said = { batchNo, goods: categoryName, count: groupDigits(count) };
    const ask = asks[step];
    let body: object = {};
    if (ask) {
      const { final, ...rest } = ask;
      const hint = wordOr(`manage.batch.ask.${step}.hint`);
      const question: Question = {
        ...rest,
        title: t(`manage.batch.ask.${step}` as WordKey, said),
        ...(hint && { content: t(hint, said) }),
        okText: t(`manage.batch.do.${step}`),
        ...(step === 'cancel' && { dismissText: t('manage.batch.keep') }),
        ...(final && { name: batchNo }),
      };
      const consent = await confirm(question);
      if (!consent) return;
      body = { ...(consent.reason && { reason: consent.reason }), ...(final && { confirm: consent.confirm }) };
    }
    await run.mutateAsync({ id: batchId, step, body }).then(
      () =>
        hosts.tell(
          'success',
          t(step === 'issue' ? 'manage.batch.issueBegun' : 'manage.batch.stepDone', { batchNo, step: t(`manage.batch.step.${step}`) }),
        ),
      () => undefined, // the refusal was shown
    );
  };
  return { take, busy: run.isPending };
}
