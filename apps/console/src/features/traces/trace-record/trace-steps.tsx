import { type TraceProgress, type TraceView, traceabilities } from '@suyuan/contract';
import { usePermission } from '../../../data/permission.tsx';
import { useTranslations } from '../../../data/words.ts';
import { StatusDot } from '../../../ui/columns.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { fillPath } from './trace-words.ts';

export function TraceSteps({ view: { batchId, steps } }: { view: TraceView }) {
  const t = useTranslations();
  const canAdd = usePermission(traceabilities.permission('add'));
  const stateDot = ({ filled, verified, published, required }: TraceProgress) => {
    if (published > 0) return <StatusDot tone="genuine">{t('manage.traceability.steps.published')}</StatusDot>;
    if (verified > 0) return <StatusDot tone="verified">{t('manage.traceability.steps.verified')}</StatusDot>;
    if (filled > 0) return <StatusDot tone="attention">{t('manage.traceability.steps.filled')}</StatusDot>;
    return <StatusDot tone="quiet">{t(required ? 'manage.traceability.steps.todo' : 'manage.traceability.steps.optional')}</StatusDot>;
  };
  return (
    <SubTable<TraceProgress>
      rowKey="stepId"
      dataSource={steps}
      columns={[
        { key: 'stepName', title: t('manage.traceability.stepName'), dataIndex: 'stepName' },
        { key: 'standing', title: t('common.field.state'), render: (_, step) => stateDot(step) },
        {
          key: 'owner',
          title: t('manage.traceability.steps.owner'),
          render: (_, { filler, ownerName }) => ownerName ?? t(`manage.traceability.filler.${filler}`),
        },
        { key: 'filled', title: t('manage.traceability.filled'), dataIndex: 'filled', align: 'right', className: 'numeral' },
        {
          key: 'actions',
          title: t('kit.actions'),
          render: (_, { stepId, stepName, filled }) =>
            canAdd && filled === 0 ? (
              <RowLink to={`${fillPath()}?batchId=${batchId}&stepId=${stepId}`}>
                {t('manage.traceability.fillFor', { step: stepName })}
              </RowLink>
            ) : null,
        },
      ]}
    />
  );
}
