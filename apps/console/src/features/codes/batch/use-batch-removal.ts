import { batches } from '@suyuan/contract';
import { useRemove } from '../../../data/api.ts';
import { shellServices } from '../../../data/hosts.ts';
import { useTranslations } from '../../../data/words.ts';
import { confirm } from '../../../ui/confirm.ts';
import type { Batch } from './batch-steps.ts';

/** Removes a draft or cancelled batch after confirmation; resolves to whether it was removed. */
export function useBatchRemoval() {
  const t = useTranslations();
  const removal = useRemove(batches);
  return async ({ batchId, batchNo }: Batch): Promise<boolean> => {
    const question = { title: t('kit.removeAsk', { name: batchNo }), content: t('kit.removeHint'), okText: t('kit.remove') };
    if (!(await confirm({ ...question, danger: true }))) return false;
    return removal.mutateAsync([batchId]).then(
      () => {
        shellServices.notify('success', t('kit.removed'));
        return true;
      },
      () => false, // the error is already displayed
    );
  };
}
