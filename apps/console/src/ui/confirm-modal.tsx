import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../data/i18n.ts';
import type { Confirmation, ConfirmOptions } from './confirm.ts';
import './confirm.css';

/** An irreversible action requires the exact name. */
export default function ConfirmModal({
  options,
  onAnswer,
}: {
  options: ConfirmOptions;
  onAnswer: (confirmation: Confirmation | undefined) => void;
}) {
  const t = useTranslations();
  const { title, content, okText, dismissText, danger = false, name, reason, reasonLabel } = options;
  const [form] = Form.useForm<{ confirm?: string; reason?: string }>();
  const [enteredName, setEnteredName] = useState('');
  const [open, setOpen] = useState(true);
  const [answer, setAnswer] = useState<Confirmation>();
  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return;
    setAnswer({ confirm: values.confirm ?? '', reason: values.reason?.trim() || undefined });
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={title}
      okText={okText ?? t('kit.confirm')}
      cancelText={dismissText ?? t('kit.cancel')}
      className="confirm"
      okButtonProps={{ danger, disabled: name !== undefined && enteredName.trim() !== name }}
      onOk={() => void submit()}
      onCancel={() => setOpen(false)}
      afterClose={() => onAnswer(answer)}
      width={480}
    >
      {content && <div className="confirm-content">{content}</div>}
      <Form form={form} name="confirm" layout="vertical" requiredMark={reason === 'needed'} onFinish={() => void submit()}>
        {reason && (
          <Form.Item
            name="reason"
            label={reasonLabel ?? t('common.field.reason')}
            rules={
              reason === 'needed'
                ? [
                    {
                      required: true,
                      whitespace: true,
                      message: reasonLabel ? t('issue.required', { field: reasonLabel }) : t('kit.reasonNeeded'),
                    },
                  ]
                : []
            }
          >
            <Input.TextArea rows={3} maxLength={200} showCount autoFocus />
          </Form.Item>
        )}
        {name !== undefined && (
          <Form.Item name="confirm" label={t('kit.typeName', { name })}>
            <Input className="mono-text" autoComplete="off" autoFocus={!reason} onChange={(event) => setEnteredName(event.target.value)} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}
