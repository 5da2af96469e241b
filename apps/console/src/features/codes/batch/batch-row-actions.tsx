import { batches } from '@suyuan/contract';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useRights } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { Icon } from '../../../ui/icon.tsx';
import { type Batch, type BatchMove, movesOf, nextMove } from './batch-steps.ts';

interface BatchActionsProps {
  batch: Batch;
  onMove: (move: BatchMove) => void;
  onEdit: () => void;
  onRemove: () => void;
  onClone: () => void;
}

const grave: readonly BatchMove[] = ['cancel', 'freeze', 'recall', 'void'];

export function useBatchMenu(
  { batch, onMove, onEdit, onRemove, onClone }: BatchActionsProps,
  without: readonly (BatchMove | 'edit' | undefined)[],
) {
  const t = useWords();
  const { hasPermi } = useRights();
  const may = (operation: string) => hasPermi(batches.permission(operation));
  const steps = movesOf(batch, hasPermi).filter((move) => !without.includes(move));
  const item = (move: BatchMove) => ({
    key: move,
    label: t(`manage.batch.do.${move}`),
    danger: grave.includes(move),
    onClick: () => onMove(move),
  });
  const [mild, hard] = [steps.filter((move) => !grave.includes(move)), steps.filter((move) => grave.includes(move))];
  const editable = batch.state === 'draft' && may('edit') && !without.includes('edit');
  const removable = (batch.state === 'draft' || batch.state === 'cancelled') && may('remove');
  const items: MenuProps['items'] = [
    ...(editable ? [{ key: 'edit', label: t('kit.edit'), onClick: onEdit }] : []),
    ...mild.map(item),
    ...(may('clone') ? [{ key: 'clone', label: t('manage.batch.clone'), onClick: onClone }] : []),
    ...(hard.length > 0 && mild.length + Number(editable) + Number(may('clone')) > 0 ? [{ type: 'divider' as const }] : []),
    ...hard.map(item),
    ...(removable ? [{ key: 'remove', label: t('kit.remove'), danger: true, onClick: onRemove }] : []),
  ];
  return items;
}

export function BatchRowActions(props: BatchActionsProps) {
  const { batch, onMove, onEdit } = props;
  const t = useWords();
  const { hasPermi } = useRights();
  const next = nextMove(batch, hasPermi);
  const edits = batch.state === 'draft' && hasPermi(batches.permission('edit'));
  const items = useBatchMenu(props, [next, 'edit']);
  return (
    <>
      {next && (
        <button type="button" className="row-link" onClick={() => onMove(next)}>
          {t(`manage.batch.do.${next}`)}
        </button>
      )}
      {edits && (
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
