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
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form, Input, Modal, Segmented, Select } from 'antd';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import { asApiError } from '../../../data/api-error.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { FileDrop } from '../../../ui/file-inputs.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { AutocompleteSelect } from '../../../ui/record-select.tsx';

interface BulkActionValues {
  act: BulkActionKind;
  dealerId?: number;
  reason?: string;
  pasted?: string;
}

interface StartBulkActionDialogProps {
  initialAct?: BulkActionKind;
  onClose: () => void;
  onStarted: (codeListId: number) => void;
}

/** Starts a bulk action on pasted codes or a file. Pasted codes are uploaded as a file too. */
export function StartBulkActionDialog({ initialAct, onClose, onStarted }: StartBulkActionDialogProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const { hasPermi } = usePermissions();
  const [form] = Form.useForm<BulkActionValues>();
  const [source, setSource] = useState<'pasted' | 'file'>('pasted');
  const [file, setFile] = useState<File>();
  const [sourceError, setSourceError] = useState('');
  const allowedActions = bulkActionKinds.filter((act) => hasPermi(bulkActionPermission(act)));
  const act = Form.useWatch('act', form) ?? initialAct ?? allowedActions[0] ?? 'print';
  const pasted = Form.useWatch('pasted', form) ?? '';
  const lines = pasted.split(/\r?\n/).filter((line) => line.trim() !== '').length;
  const needsDealer = act === 'ship' || act === 'return';
  const startAction = useMutation({
    mutationFn: ({ list, dealerId, reason }: BulkActionValues & { list: File }) => {
      const body = new FormData();
      body.append('file', list);
      return call(startBulkAction(act), { dealerId: needsDealer ? dealerId : undefined, reason }, { body });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [bulkActions.path] }),
    meta: { ownErrors: true },
  });
  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return;
    const list = source === 'file' ? file : lines > 0 ? new File([pasted], `${t('manage.codeList.pasted')}.txt`) : undefined;
    setSourceError(list ? '' : t('manage.codeList.needed'));
    if (!list) return;
    try {
      const { codeListId } = await startAction.mutateAsync({ ...values, list });
      shellServices.refreshTasks();
      shellServices.notify('success', t('manage.codeList.started'));
      onStarted(codeListId);
    } catch (error) {
      const { field, msg = t('kit.failed') } = asApiError(error) ?? {};
      if (field && form.getFieldInstance(field)) form.setFields([{ name: field as keyof BulkActionValues, errors: [msg] }]);
      else setSourceError(msg);
    }
  };
  const hint = t(`manage.codeList.act.${act}.hint`);
  return (
    <Modal
      open
      width={640}
      title={t('manage.codeList.begin')}
      okText={t('manage.codeList.beginAct', { act: t(`manage.codeList.act.${act}`) })}
      okButtonProps={{ danger: act === 'void' || act === 'waste' }}
      confirmLoading={startAction.isPending}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <Form form={form} name="begin-list" layout="vertical" initialValues={{ act: initialAct ?? allowedActions[0] }}>
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
                ...{ value: channelBusinessId, label: channelBusinessName, note: channelBusinessCode },
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
          onChange={(next) => {
            setSource(next);
            setSourceError('');
          }}
        />
        <div className="mt-4">
          {source === 'pasted' ? (
            <Form.Item
              name="pasted"
              label={t('manage.code.codes')}
              required
              {...(sourceError && { validateStatus: 'error' as const, help: sourceError })}
              extra={lines > 0 ? t('manage.codeList.counted', { count: groupDigits(lines) }) : t('manage.codeList.pasteHint')}
            >
              <Input.TextArea className="mono-text" autoSize={{ minRows: 6, maxRows: 14 }} onChange={() => setSourceError('')} />
            </Form.Item>
          ) : (
            <FileDrop
              accept=".csv,.txt,.xlsx"
              file={file}
              onFile={(selectedFile) => {
                setFile(selectedFile);
                setSourceError('');
              }}
            >
              <p className="text-muted">{t('manage.codeList.fileHint')}</p>
            </FileDrop>
          )}
        </div>
      </Form>
      <div role="alert" className="min-h-5 text-danger">
        {source === 'file' && sourceError}
      </div>
    </Modal>
  );
}
