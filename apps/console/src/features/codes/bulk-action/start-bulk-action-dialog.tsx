import {
  type BulkActionKind,
  bulkActionKinds,
  bulkActionPermission,
  bulkActions,
  reasonedActs,
  type ShipmentDealer,
  shipments,
  startBulkAction,
} from '@suyuan/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Form, Input, Segmented } from 'antd';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import { asApiError } from '../../../data/api-error.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { FileDrop } from '../../../ui/file-inputs.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { showFieldError } from '../../../ui/form-validation.ts';
import { groupDigits } from '../../../ui/number-format.ts';
import { AutocompleteSelect } from '../../../ui/record-select.tsx';
import { Select } from '../../../ui/select.tsx';

interface BulkActionValues {
  act: BulkActionKind;
  dealerId?: number;
  reason?: string;
  /** Of these two only the chosen source is a field of the form. */
  pasted?: string;
  file?: File;
}

interface StartBulkActionDialogProps {
  initialAct?: BulkActionKind;
  /** @param startedId key of the new bulk action; absent if the user cancelled */
  onClose: (startedId?: number) => void;
}

/** Starts a bulk action on pasted codes or a file. Pasted codes are uploaded as a file too. */
export function StartBulkActionDialog({ initialAct, onClose }: StartBulkActionDialogProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const { hasPermi } = usePermissions();
  const [form] = Form.useForm<BulkActionValues>();
  const [source, setSource] = useState<'pasted' | 'file'>('pasted');
  const allowedActions = bulkActionKinds.filter((act) => hasPermi(bulkActionPermission(act)));
  const act = Form.useWatch('act', form) ?? initialAct ?? allowedActions[0] ?? 'print';
  const pasted = Form.useWatch('pasted', form) ?? '';
  const lines = pasted.split(/\r?\n/).filter((line) => line.trim() !== '').length;
  const needsDealer = act === 'ship' || act === 'return';
  const submit = async ({ act, dealerId, reason, pasted = '', file }: BulkActionValues) => {
    const body = new FormData();
    body.append('file', file ?? new File([pasted], `${t('manage.codeList.pasted')}.txt`));
    const { codeListId } = await call(startBulkAction(act), { dealerId, reason }, { body });
    void client.invalidateQueries({ queryKey: [bulkActions.path] });
    shellServices.refreshTasks();
    shellServices.notify('success', t('manage.codeList.started'));
    return codeListId;
  };
  /** A refusal without a field is about the list. */
  const showRefusal = (error: unknown) => {
    const { field = source, msg = t('kit.failed') } = asApiError(error) ?? {};
    showFieldError(form, field in form.getFieldsValue() ? field : source, msg);
  };
  const hint = t(`manage.codeList.act.${act}.hint`);
  return (
    <FormDialog
      form={form}
      name="begin-list"
      width={640}
      title={t('manage.codeList.begin')}
      okText={t('manage.codeList.beginAct', { act: t(`manage.codeList.act.${act}`) })}
      okButtonProps={{ danger: act === 'void' || act === 'waste' }}
      initialValues={{ act: initialAct ?? allowedActions[0] ?? 'print' }}
      onSubmit={submit}
      onError={showRefusal}
      onClose={onClose}
    >
      <Form.Item name="act" label={t('manage.codeList.act')} extra={hint}>
        <Select options={allowedActions.map((value) => ({ value, label: t(`manage.codeList.act.${value}`) }))} />
      </Form.Item>
      {needsDealer && (
        <Form.Item
          name="dealerId"
          label={t('manage.codeList.dealerId')}
          rules={[{ required: true, message: t('problem.listDealerMissing') }]}
        >
          <AutocompleteSelect<ShipmentDealer>
            path={`${shipments.path}/dealers`}
            toOption={({ channelBusinessId, channelBusinessName, channelBusinessCode }) => ({
              ...{ value: channelBusinessId, label: channelBusinessName, note: channelBusinessCode, isNoteCode: true },
            })}
          />
        </Form.Item>
      )}
      <Form.Item
        name="reason"
        label={t('common.field.reason')}
        rules={[{ required: reasonedActs.includes(act), message: t('problem.listReasonMissing') }]}
      >
        <Input maxLength={200} />
      </Form.Item>
      <Segmented
        block
        aria-label={t('manage.codeList.source')}
        value={source}
        options={(['pasted', 'file'] as const).map((value) => ({ value, label: t(`manage.codeList.source.${value}`) }))}
        onChange={setSource}
      />
      <div className="mt-4">
        {source === 'pasted' ? (
          <Form.Item
            name="pasted"
            label={t('manage.code.codes')}
            rules={[{ required: true, whitespace: true, message: t('manage.codeList.needed') }]}
            extra={lines > 0 ? t('manage.codeList.counted', { count: groupDigits(lines) }) : t('manage.codeList.pasteHint')}
          >
            <Input.TextArea className="mono-text" autoSize={{ minRows: 6, maxRows: 14 }} />
          </Form.Item>
        ) : (
          <Form.Item name="file" valuePropName="file" trigger="onFile" rules={[{ required: true, message: t('manage.codeList.needed') }]}>
            <FileDrop accept=".csv,.txt,.xlsx">
              <p className="text-muted">{t('manage.codeList.fileHint')}</p>
            </FileDrop>
          </Form.Item>
        )}
      </div>
    </FormDialog>
  );
}
