import { batches, batchLifeCycle, cloneBatch, codes, exportBatch, holdBatch, shipments } from '@suyuan/contract';
import type { MenuProps } from 'antd';
import { useNavigate } from 'react-router';
import { useCall } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { CloneDialog } from '../../../ui/clone-dialog.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { useLifeCycle } from '../../../ui/life-cycle.ts';
import { MoreMenu } from '../../../ui/more-menu.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { LinkButton } from '../../../ui/row-link.tsx';
import { useRecallImpactLink } from '../shared/code-impact.ts';
import { type Batch, inactiveCount, inStoreCount, isExportable, isStepAvailable } from './batch-steps.ts';

interface BatchCloneDialogProps {
  batch: Batch;
  onClose: () => void;
  onDone: (batchId: number) => void;
}

export const BatchCloneDialog = ({ batch, ...rest }: BatchCloneDialogProps) => (
  <CloneDialog
    of={batches}
    action={cloneBatch}
    record={batch}
    fields={['batchNo', 'madeDate', 'quantity']}
    fieldProps={{ quantity: { control: <NumberField className="w-full!" min={1} controls={false} grouped /> } }}
    nameField="batchNo"
    {...rest}
  />
);

/** Steps of a batch and the export of its codes, which comes before their activation. */
export function useBatchLifeCycle(onExport: (batch: Batch) => void) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { hasPermi } = usePermissions();
  const impactLinkOf = useRecallImpactLink();
  const { offer, busy, waitText } = useLifeCycle(batchLifeCycle, {
    params(batch: Batch, step) {
      const { batchNo, quantity, categoryName, issuedCount } = batch;
      const count = step === 'activate' ? inactiveCount(batch) : issuedCount || quantity;
      return { name: batchNo, goods: categoryName, count: groupDigits(count) };
    },
    isAvailable: isStepAvailable,
    dialog: (step) => (step === 'cancel' ? { dismissText: t('manage.batch.keep') } : {}),
    impactLink: ({ batchId }) => impactLinkOf(batchId),
    affectedPaths: [codes.path],
  });
  const linkAction = (key: 'exportCodes' | 'ship' | 'recallImpact', label: string, onClick: () => void) => ({
    key: key as string,
    label,
    danger: false,
    onClick,
  });
  const ship = ({ batchId }: Batch) => void navigate(`${shipments.path}?batchId=${batchId}`, { state: { add: true } });
  return {
    busy,
    waitText,
    /**
     * The next step is the export of issued codes, then their activation, shipping while codes are in store, and closing. After a recall,
     * it is to find the units.
     * @param exported whether the codes were exported already
     */
    offer(batch: Batch, exported = false) {
      const { next, others } = offer(batch);
      const canExport = isExportable(batch) && hasPermi(exportBatch.permission);
      const canShip = (batch.state === 'active' || batch.state === 'closed') && hasPermi(shipments.permission('add'));
      const impactLink = batch.state === 'recalled' ? impactLinkOf(batch.batchId) : undefined;
      const extras = [
        ...(impactLink ? [linkAction('recallImpact', impactLink.linkText, () => void navigate(impactLink.to))] : []),
        ...(canShip ? [linkAction('ship', t('manage.dispatch.begin'), () => ship(batch))] : []),
        ...(canExport ? [linkAction('exportCodes', t('manage.batch.do.exportCodes'), () => onExport(batch))] : []),
      ];
      const preferred = extras.find(({ key }) =>
        key === 'ship'
          ? next?.key !== 'activate' && batch.state === 'active' && inStoreCount(batch) > 0
          : key === 'recallImpact' || (batch.state === 'issued' && !exported),
      );
      const rest = extras.filter((action) => action !== preferred);
      return preferred
        ? { next: preferred, others: [...(next ? [next] : []), ...rest, ...others] }
        : { next, others: [...rest, ...others] };
    },
  };
}

/** Starts or ends the legal hold after a reason. */
function useLegalHold() {
  const t = useTranslations();
  const hold = useCall(holdBatch);
  return ({ batchId, batchNo, legalHold }: Batch) => {
    const word = legalHold ? 'release' : 'hold';
    const question = { title: t(`manage.batch.ask.${word}`, { name: batchNo }), content: t(`manage.batch.ask.${word}.hint`) };
    void confirm({ ...question, okText: t(`manage.batch.do.${word}`), reason: 'required' }, ({ reason = '' }) =>
      hold.mutateAsync({ id: batchId, legalHold: !legalHold, reason }),
    );
  };
}

type Offer = ReturnType<ReturnType<typeof useBatchLifeCycle>['offer']>;

interface BatchActionsProps {
  batch: Batch;
  offer: Offer;
  onEdit: () => void;
  onRemove: () => void;
  onClone: () => void;
}

/** @param withEdit whether the menu contains the edit action of a draft */
export function useBatchMenu({ batch, offer: { others }, onEdit, onRemove, onClone }: BatchActionsProps, withEdit: boolean) {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const changeHold = useLegalHold();
  const isAllowed = (operation: string) => hasPermi(batches.permission(operation));
  const canEdit = withEdit && batch.state === 'draft' && isAllowed('edit');
  const canRemove = (batch.state === 'draft' || batch.state === 'cancelled') && isAllowed('remove');
  const safeItems = [
    ...(canEdit ? [{ key: 'edit', label: t('kit.edit'), onClick: onEdit }] : []),
    ...others.filter(({ danger }) => !danger),
    ...(isAllowed('clone') ? [{ key: 'clone', label: t('manage.batch.clone'), onClick: onClone }] : []),
    ...(hasPermi(holdBatch.permission)
      ? [{ key: 'hold', label: t(`manage.batch.do.${batch.legalHold ? 'release' : 'hold'}`), onClick: () => changeHold(batch) }]
      : []),
  ];
  const dangerousItems = others.filter(({ danger }) => danger);
  const items: NonNullable<MenuProps['items']> = [
    ...safeItems,
    ...(dangerousItems.length > 0 && safeItems.length > 0 ? [{ type: 'divider' as const }] : []),
    ...dangerousItems,
    ...(canRemove ? [{ key: 'remove', label: t('kit.remove'), danger: true, onClick: onRemove }] : []),
  ];
  return items;
}

export function BatchRowActions(props: BatchActionsProps) {
  const {
    batch,
    offer: { next },
    onEdit,
  } = props;
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const canEdit = batch.state === 'draft' && hasPermi(batches.permission('edit'));
  const items = useBatchMenu(props, next !== undefined);
  return (
    <>
      {next && <LinkButton onClick={next.onClick}>{next.label}</LinkButton>}
      {canEdit && !next && <LinkButton onClick={onEdit}>{t('kit.edit')}</LinkButton>}
      <MoreMenu name={batch.batchNo} items={items} isInRow />
    </>
  );
}
