import { MAX_SCANNED_COUNT } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Skeleton } from 'antd';
import { Link } from 'react-router';
import { findTranslationKey, useTranslations } from '../data/i18n.ts';
import type { ConfirmAction, ConfirmImpact, ConfirmOptions } from './confirm.ts';
import { FormDialog } from './form-dialog.tsx';
import { ignoreApiError } from './form-validation.ts';
import { groupDigits } from './number-format.ts';

/** Only scanned codes are not counted beyond a limit. */
export const impactCountText = (name: string, count: number): string =>
  name === 'scanned' && count > MAX_SCANNED_COUNT ? `${groupDigits(MAX_SCANNED_COUNT)}+` : groupDigits(count);

/** What a destructive step affects, with a link to the details. Nothing if the counts cannot be read. */
function ImpactLine({ impact: { key, read, word, to, linkText }, onLeave }: { impact: ConfirmImpact; onLeave: () => void }) {
  const t = useTranslations();
  const { data, error } = useQuery({ queryKey: ['impact', ...key], queryFn: read, gcTime: 0, retry: false, meta: { ownErrors: true } });
  if (error) return null;
  const parts = Object.entries(data ?? {}).flatMap(([name, count]) => {
    const text = findTranslationKey(word(name));
    return count > 0 && text ? [t(text, { count, text: impactCountText(name, count) })] : [];
  });
  const none = findTranslationKey(word('none'));
  if (data && parts.length === 0 && !none) return null;
  return (
    <div data-testid="impact" role="status" className="mb-4 flex flex-wrap items-center gap-x-3 rounded bg-fill px-3 py-2">
      {data ? (
        <>
          <strong className="font-semibold tabular-nums">{parts.length > 0 ? parts.join(' · ') : none && t(none)}</strong>
          {to && parts.length > 0 && (
            <Link to={to} className="text-link py-px" onClick={onLeave}>
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
  const { title, impact, content, notified, okText, dismissText, danger = false, blocked = false, reasonLabel } = options;
  const { name, reason } = blocked ? {} : options;
  const [form] = Form.useForm<ConfirmValues>();
  const enteredName = Form.useWatch('confirm', form);
  const firstField = reason ? 'reason' : name !== undefined && 'confirm';
  const submit = async ({ confirm = '', reason: enteredReason }: ConfirmValues) => {
    await action?.({ confirm, reason: enteredReason?.trim() || undefined });
    return true;
  };
  return (
    <FormDialog
      form={form}
      name="confirm"
      title={title}
      okText={okText ?? t('kit.confirm')}
      cancelText={dismissText ?? t('kit.cancel')}
      okButtonProps={{ danger, disabled: blocked || (name !== undefined && enteredName?.trim() !== name) }}
      requiredMark={reason === 'required'}
      {...(firstField && { initialFocus: firstField })}
      onSubmit={submit}
      onError={ignoreApiError}
      onClose={(isConfirmed = false) => onAnswer(isConfirmed)}
    >
      {impact && <ImpactLine impact={impact} onLeave={() => onAnswer(false)} />}
      {(content || notified) && (
        <div className="mb-4 whitespace-pre-line">
          {content}
          {notified && <p className="mt-1 mb-0 text-muted">{notified}</p>}
        </div>
      )}
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
          <Input className="mono-text" autoComplete="off" />
        </Form.Item>
      )}
    </FormDialog>
  );
}
