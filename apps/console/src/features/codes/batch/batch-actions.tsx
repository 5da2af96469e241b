import { type BatchStep, batches, cloneBatch, codes } from '@suyuan/contract';
import { Button, Dropdown, Form, Input, type MenuProps, Modal } from 'antd';
import { useAction, useRemove } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { confirm } from '../../../ui/confirm.ts';
import { businessNow } from '../../../ui/day.ts';
import { DayInput } from '../../../ui/day-input.tsx';
import { Field } from '../../../ui/field.tsx';
import { showApiError } from '../../../ui/form-validation.ts';
import { Icon } from '../../../ui/icon.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { type StepConfirmation, useLifecycleAction } from '../../../ui/record-actions.ts';
import { availableMoves, type Batch, type BatchMove, inactiveCount, nextMove, stepActions } from './batch-steps.ts';

type Values = Pick<Batch, 'batchNo' | 'madeDate' | 'quantity'>;

export function BatchCloneDialog({ batch, onClose, onDone }: { batch: Batch; onClose: () => void; onDone: (batchId: number) => void }) {
  const t = useTranslations();
  const [form] = Form.useForm<Values>();
  const clone = useAction(cloneBatch, { ownErrors: true });
  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return;
    try {
      const { batchId } = (await clone.mutateAsync({ id: batch.batchId, ...values })) as { batchId: number };
      shellServices.notify('success', t('manage.batch.cloned', { batchNo: values.batchNo }));
      onClose();
      onDone(batchId);
    } catch (error) {
      showApiError(form, error);
    }
  };
  const initialValues = { madeDate: businessNow().format('YYYY-MM-DD'), quantity: batch.quantity };
  return (
    <Modal
      open
      title={t('manage.batch.clone.title', { batchNo: batch.batchNo })}
      okText={t('manage.batch.clone')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ loading: clone.isPending }}
      onOk={() => void submit()}
      onCancel={onClose}
      width={480}
    >
      <p className="none">{t('manage.batch.clone.hint')}</p>
      <Form form={form} name="clone-batch" layout="vertical" initialValues={initialValues} onFinish={() => void submit()}>
        <Field of={batches} name="batchNo">
          <Input className="mono-text" maxLength={20} autoFocus autoComplete="off" />
        </Field>
        <Field of={batches} name="madeDate">
          <DayInput />
        </Field>
        <Field of={batches} name="quantity">
          <NumberField className="quantity" min={1} controls={false} grouped />
        </Field>
      </Form>
    </Modal>
  );
}

/** Confirmation of each step; the planner's own submission needs none. */
const confirmations: Partial<Record<BatchStep, StepConfirmation>> = {
  approve: {},
  reject: { reason: 'needed' },
  issue: {},
  activate: {},
  close: {},
  unfreeze: { reason: 'optional' },
  freeze: { reason: 'needed', danger: true },
  cancel: { reason: 'optional', danger: true, dismiss: 'manage.batch.keep' },
  recall: { reason: 'needed', danger: true, final: true },
  void: { reason: 'needed', danger: true, final: true },
};

export function useBatchStep() {
  const { runStep, isPending } = useLifecycleAction<BatchStep>({
    of: batches,
    actions: stepActions,
    confirmations,
    successKeys: { issue: 'manage.batch.issueBegun' },
    affectedPaths: [codes.path],
  });
  return {
    busy: isPending,
    runStep: (step: BatchStep, batch: Batch) => {
      const { batchId, batchNo, quantity, categoryName, issuedCount } = batch;
      const count = step === 'activate' ? inactiveCount(batch) : issuedCount || quantity;
      return runStep(step, batchId, { name: batchNo, goods: categoryName, count: groupDigits(count) });
    },
  };
}

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
  const { hasPermi } = usePermissions();
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
  const { hasPermi } = usePermissions();
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
