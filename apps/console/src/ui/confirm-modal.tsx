import { MAX_IMPACT_COUNT } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Modal, Skeleton } from 'antd';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { asApiError } from '../data/api-error.ts';
import { findTranslationKey, useTranslations } from '../data/i18n.ts';
import type { ConfirmAction, ConfirmImpact, ConfirmOptions } from './confirm.ts';
import { groupDigits } from './number-format.ts';

const formatCount = (count: number) => (count > MAX_IMPACT_COUNT ? `${groupDigits(MAX_IMPACT_COUNT)}+` : groupDigits(count));

/** What a destructive step affects, with a link to the details. Nothing if the counts cannot be read. */
function ImpactLine({ impact: { key, read, word, to, linkText }, onLeave }: { impact: ConfirmImpact; onLeave: () => void }) {
  const t = useTranslations();
  const { data, error } = useQuery({ queryKey: ['impact', ...key], queryFn: read, gcTime: 0, retry: false, meta: { ownErrors: true } });
  if (error) return null;
  const parts = Object.entries(data ?? {}).flatMap(([name, count]) => {
    const text = findTranslationKey(word(name));
    return count > 0 && text ? [t(text, { count, text: formatCount(count) })] : [];
  });
  const none = findTranslationKey(word('none'));
  if (data && parts.length === 0 && !none) return null;
  return (
    <div data-testid="impact" role="status" className="mb-4 flex flex-wrap items-center gap-x-3 rounded bg-fill px-3 py-2">
      {data ? (
        <>
          <strong className="font-semibold tabular-nums">{parts.length > 0 ? parts.join(' · ') : none && t(none)}</strong>
          {to && parts.length > 0 && (
            <Link to={to} className="text-link" onClick={onLeave}>
              {linkText}
            </Link>
          )}
        </>
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 1, width: '60%' }} className="[&_.ant-skeleton-paragraph]:my-1!" />
      )}
    </div>
  );
}

interface ConfirmModalProps {
  options: ConfirmOptions;
  action: ConfirmAction | undefined;
  onAnswer: (isConfirmed: boolean) => void;
}

interface ConfirmValues {
  confirm?: string;
  reason?: string;
}

/** An irreversible action requires the exact name. A failed action keeps the input. */
export default function ConfirmModal({ options, action, onAnswer }: ConfirmModalProps) {
  const t = useTranslations();
  const { title, impact, content, notified, okText, dismissText, danger = false, name, reason, reasonLabel } = options;
  const [form] = Form.useForm<ConfirmValues>();
  const [enteredName, setEnteredName] = useState('');
  const isNameMissing = name !== undefined && enteredName.trim() !== name;
  const [state, setState] = useState<'open' | 'busy' | 'done' | 'cancelled'>('open');
  // a second Enter may come before the next render
  const isRunning = useRef(false);
  const busy = state === 'busy';
  const cancel = () => setState((current) => (current === 'open' ? 'cancelled' : current));
  const submit = async ({ confirm = '', reason: enteredReason }: ConfirmValues) => {
    if (isNameMissing || isRunning.current) return;
    isRunning.current = true;
    setState('busy');
    try {
      await action?.({ confirm, reason: enteredReason?.trim() || undefined });
      setState('done');
    } catch (error) {
      isRunning.current = false;
      setState('open');
      if (!asApiError(error)) throw error; // otherwise it is already displayed
    }
  };
  return (
    <Modal
      open={state === 'open' || busy}
      title={title}
      okText={okText ?? t('kit.confirm')}
      cancelText={dismissText ?? t('kit.cancel')}
      okButtonProps={{ danger, disabled: isNameMissing }}
      confirmLoading={busy}
      cancelButtonProps={{ disabled: busy }}
      closable={{ disabled: busy }}
      onOk={form.submit}
      onCancel={cancel}
      // a menu that closes takes the focus back from a field with `autoFocus`
      afterOpenChange={(isOpen) => isOpen && form.getFieldInstance(reason ? 'reason' : 'confirm')?.focus()}
      afterClose={() => onAnswer(state === 'done')}
      width={480}
    >
      {impact && <ImpactLine impact={impact} onLeave={cancel} />}
      {(content || notified) && (
        <div className="mb-4 whitespace-pre-line">
          {content}
          {notified && <p className="mt-1 mb-0 text-muted">{notified}</p>}
        </div>
      )}
      <Form form={form} name="confirm" layout="vertical" requiredMark={reason === 'required'} onFinish={submit}>
        {reason && (
          <Form.Item
            name="reason"
            label={reasonLabel ?? t('common.field.reason')}
            rules={
              reason === 'required'
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
            <Input.TextArea rows={3} maxLength={200} showCount />
          </Form.Item>
        )}
        {name !== undefined && (
          <Form.Item name="confirm" label={t('kit.typeName', { name })}>
            <Input className="mono-text" autoComplete="off" onChange={(event) => setEnteredName(event.target.value)} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}
