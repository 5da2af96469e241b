import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useWords } from '../data/words.ts';
import type { Consent, Question } from './confirm.ts';
import './confirm.css';

/** An irreversible action requires the exact name. */
export default function ConfirmModal({ question, onAnswer }: { question: Question; onAnswer: (consent: Consent | undefined) => void }) {
  const t = useWords();
  const { title, content, okText, dismissText, danger = false, name, reason, reasonLabel } = question;
  const [form] = Form.useForm<{ confirm?: string; reason?: string }>();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(true);
  const [answer, setAnswer] = useState<Consent>();
  const agree = async () => {
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
      okButtonProps={{ danger, disabled: name !== undefined && typed.trim() !== name }}
      onOk={() => void agree()}
      onCancel={() => setOpen(false)}
      afterClose={() => onAnswer(answer)}
      width={480}
    >
      {content && <div className="confirm-content">{content}</div>}
      <Form form={form} name="confirm" layout="vertical" requiredMark={reason === 'needed'} onFinish={() => void agree()}>
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
            <Input className="mono-text" autoComplete="off" autoFocus={!reason} onChange={(event) => setTyped(event.target.value)} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}
