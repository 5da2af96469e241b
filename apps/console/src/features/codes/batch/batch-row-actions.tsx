import { batches } from '@suyuan/contract';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useRights } from '../../../data/permission.tsx';
import { useTranslations } from '../../../data/words.ts';
import { Icon } from '../../../ui/icon.tsx';
import { availableMoves, type Batch, type BatchMove, nextMove } from './batch-steps.ts';

interface BatchActionsProps {
  batch: Batch;
  onMove: (move: BatchMove) => void;
  onEdit: () => void;
  onRemove: () => void;
  onClone: () => void;
}

const destructiveMoves: readonly BatchMove[] = ['cancel', 'freeze', 'recall', 'void'];

export function useBatchMenu(
  { batch, onMove, onEdit, onRemove, onClone }: BatchActionsProps,
  excluded: readonly (BatchMove | 'edit' | undefined)[],
) {
  const t = useTranslations();
  const { hasPermi } = useRights();
  const isAllowed = (operation: string) => hasPermi(batches.permission(operation));
  const steps = availableMoves(batch, hasPermi).filter((move) => !excluded.includes(move));
  const item = (move: BatchMove) => ({
    key: move,
    label: t(`manage.batch.do.${move}`),
    danger: destructiveMoves.includes(move),
    onClick: () => onMove(move),
  });
  const [safeSteps, destructiveSteps] = [
    steps.filter((move) => !destructiveMoves.includes(move)),
    steps.filter((move) => destructiveMoves.includes(move)),
  ];
  const canEdit = batch.state === 'draft' && isAllowed('edit') && !excluded.includes('edit');
  const canRemove = (batch.state === 'draft' || batch.state === 'cancelled') && isAllowed('remove');
  const items: MenuProps['items'] = [
    ...(canEdit ? [{ key: 'edit', label: t('kit.edit'), onClick: onEdit }] : []),
    ...safeSteps.map(item),
    ...(isAllowed('clone') ? [{ key: 'clone', label: t('manage.batch.clone'), onClick: onClone }] : []),
    ...(destructiveSteps.length > 0 && safeSteps.length + Number(canEdit) + Number(isAllowed('clone')) > 0
      ? [{ type: 'divider' as const }]
      : []),
    ...destructiveSteps.map(item),
    ...(canRemove ? [{ key: 'remove', label: t('kit.remove'), danger: true, onClick: onRemove }] : []),
  ];
  return items;
}

export function BatchRowActions(props: BatchActionsProps) {
  const { batch, onMove, onEdit } = props;
  const t = useTranslations();
  const { hasPermi } = useRights();
  const next = nextMove(batch, hasPermi);
  const canEdit = batch.state === 'draft' && hasPermi(batches.permission('edit'));
  const items = useBatchMenu(props, [next, 'edit']);
  return (
    <>
      {next && (
        <button type="button" className="row-link" onClick={() => onMove(next)}>
          {t(`manage.batch.do.${next}`)}
        </button>
      )}
      {canEdit && (
        <button type="button" className="row-link" onClick={onEdit}>
          {t('kit.edit')}
        </button>
      )}
      {items && items.length > 0 && (
        <Dropdown menu={{ items }} trigger={['click']}>
          <Button type="text" size="small" aria-label={t('kit.moreOf', { name: batch.batchNo })} icon={<Icon name="more" />} />
        </Dropdown>
      )}
    </>
  );
}
