import { batches, dealers, type RecallSummary } from '@suyuan/contract';
import { usePermission } from '../../../data/permission.tsx';
import { useTranslations } from '../../../data/words.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { KeyFacts } from '../../../ui/detail.tsx';
import { CopyableText } from '../../../ui/mono.tsx';
import { RowLink } from '../../../ui/row-link.tsx';

export function ImpactFacts({ summary }: { summary: RecallSummary }) {
  const t = useTranslations();
  const { batchId, batchNo, state, categoryName, supplierName, productionLine, intendedDealerId, intendedDealerName } = summary;
  const [canOpenBatch, canOpenDealer] = [usePermission(batches.permission('read')), usePermission(dealers.permission('read'))];
  const number = <CopyableText>{batchNo}</CopyableText>;
  const none = <span className="none">—</span>;
  const dealer = canOpenDealer ? <RowLink to={`${dealers.path}/${intendedDealerId}`}>{intendedDealerName}</RowLink> : intendedDealerName;
  return (
    <KeyFacts
      facts={[
        {
          label: t('manage.recallImpact.batchNo'),
          value: canOpenBatch ? <RowLink to={`${batches.path}/${batchId}`}>{number}</RowLink> : number,
        },
        { label: t('common.field.state'), value: <CodeBadge of={batches} field="state" value={state} /> },
        { label: t('manage.recallImpact.categoryName'), value: categoryName },
        { label: t('manage.recallImpact.supplierName'), value: supplierName },
        { label: t('manage.recallImpact.productionLine'), value: productionLine ?? none },
        { label: t('manage.recallImpact.intendedDealerName'), value: intendedDealerId === null ? none : dealer },
      ]}
    />
  );
}
