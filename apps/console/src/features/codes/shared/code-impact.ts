import { batches, batchImpact, recallImpacts } from '@suyuan/contract';
import { call } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import type { ConfirmOptions } from '../../../ui/confirm.ts';

/** Link from the confirmation of a step of a batch to where its codes are. */
export function useRecallImpactLink() {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  return (batchId: number) =>
    hasPermi(recallImpacts.permission('list'))
      ? { to: `${recallImpacts.path}?batchId=${batchId}`, linkText: t('manage.recallImpact.title') }
      : undefined;
}

interface CodeRange {
  batchId: number;
  level?: number;
  from: number;
  to: number;
}

/** Impact of an action on codes, for its confirmation. */
export function useCodeImpact() {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const linkOf = useRecallImpactLink();
  /** @param content number of codes in the containers of the range */
  return ({ batchId, ...query }: CodeRange, content = 0): Partial<ConfirmOptions> =>
    hasPermi(batches.permission('read'))
      ? {
          impact: {
            key: [batches.path, batchId, query],
            read: async () => ({ content, ...(await call(batchImpact, { id: batchId, ...query })) }),
            word: (name) => batches.word(`impact.${name}`),
            ...linkOf(batchId),
          },
          notified: t('manage.batch.notified'),
        }
      : {};
}
