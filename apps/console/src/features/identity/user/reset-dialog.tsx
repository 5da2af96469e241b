import { resetPassword, type User, users } from '@suyuan/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form } from 'antd';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import { asApiError } from '../../../data/api-error.ts';
import { saveText } from '../../../data/download.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension, passwordClass } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { copyText } from '../../../ui/clipboard.ts';
import { confirm } from '../../../ui/confirm.ts';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { MountedModal } from '../../../ui/form-parts.tsx';
import { showFieldError, validateNewPassword } from '../../../ui/form-validation.ts';
import { FirstPassword } from './first-password.tsx';
import { generatePassword } from './password-generator.ts';

interface Outcome {
  user: User;
  password: string;
  /** Error message; undefined on success. */
  errorMessage: string | undefined;
}

/**
 * Resets passwords to generated ones; for a single user it can also be typed. They are displayed only once, because the server stores
 * hashes.
 */
export function ResetDialog({ targets, onClose }: { targets: User[]; onClose: () => void }) {
  const t = useTranslations();
  const client = useQueryClient();
  const [form] = Form.useForm<{ password?: string }>();
  const [outcomes, setOutcomes] = useState<Outcome[]>();
  const [isSaved, setSaved] = useState(false);
  const [first] = targets;
  const single = targets.length === 1;

  const reset = async ({ password: enteredPassword }: { password?: string }) => {
    const results: Outcome[] = [];
    for (const user of targets) {
      const password = enteredPassword ?? generatePassword(passwordClass());
      const errorMessage = await call(resetPassword, { userId: user.userId, password }).then(
        () => undefined,
        (error: unknown) => {
          if (single) throw error;
          return asApiError(error)?.msg ?? t('system.user.resetFailed');
        },
      );
      results.push({ user, password, errorMessage });
    }
    void client.invalidateQueries({ queryKey: [users.path] });
    return results;
  };
  const successes = (outcomes ?? []).filter(({ errorMessage }) => !errorMessage);
  const text = successes.map(({ user, password }) => `${user.userName}\t${password}`).join('\n');
  const close = async () => {
    if (
      successes.length > 0 &&
      !isSaved &&
      !(await confirm({ title: t('system.user.closeAsk', { count: successes.length }), okText: t('kit.close') }))
    )
      return;
    onClose();
  };
  const copy = async () => {
    const isCopied = await copyText(single ? (successes[0]?.password ?? '') : text);
    setSaved(isCopied);
    shellServices.notify(isCopied ? 'success' : 'warning', t(isCopied ? 'kit.copied' : 'kit.copyFailed'));
  };
  const title = single
    ? t('system.user.resetOf', { name: t('kit.aside', { what: first?.nickName, more: first?.userName }) })
    : t('system.user.resetCount', { count: targets.length });

  if (!outcomes)
    return (
      <FormDialog
        form={form}
        name="user-reset"
        title={title}
        okText={t('system.user.reset')}
        width={560}
        {...(single && { initialFocus: 'password' as const })}
        onSubmit={reset}
        onError={(error) => showFieldError(form, 'password', asApiError(error)?.msg ?? t('system.user.resetFailed'))}
        onClose={(results) => (results ? setOutcomes(results) : onClose())}
      >
        <p className="mt-0 mb-4 whitespace-pre-line">
          {t(hasExtension('sessionEnd') ? 'system.user.resetWhy' : 'system.user.resetWhy.plain')}
        </p>
        {single ? (
          <Form.Item
            name="password"
            label={t('system.user.newPassword')}
            rules={[
              {
                validator: async (_, password) => {
                  const fault = validateNewPassword(password);
                  if (fault) throw new Error(fault);
                },
              },
            ]}
            validateTrigger="onSubmit"
          >
            <FirstPassword />
          </Form.Item>
        ) : (
          <p className="m-0 max-h-40 overflow-auto">
            {targets.map(({ nickName, userName }) => t('kit.aside', { what: nickName, more: userName })).join(t('kit.joint'))}
          </p>
        )}
      </FormDialog>
    );
  return (
    <MountedModal
      title={title}
      width={560}
      mask={{ closable: false }}
      onCancel={() => void close()}
      footer={
        <>
          {!single && <Button onClick={() => setSaved(saveCsv(successes))}>{t('system.user.saveCsv')}</Button>}
          <Button onClick={() => void copy()}>{single ? t('kit.copy') : t('system.user.copyAll')}</Button>
          <Button type="primary" onClick={() => void close()}>
            {t('kit.close')}
          </Button>
        </>
      }
    >
      <div aria-live="polite">
        <Alert
          showIcon
          type={successes.length === outcomes.length ? 'success' : 'warning'}
          title={
            successes.length === outcomes.length
              ? t('system.user.resetDone')
              : t('system.user.resetAll', { done: successes.length, left: outcomes.length - successes.length })
          }
        />
        <FactList className="mt-3 mb-0 max-h-90 overflow-auto">
          {outcomes.map(({ user, password, errorMessage }) => (
            <Fact key={user.userId} label={user.nickName}>
              <div data-show-copy className="flex flex-wrap justify-between gap-x-4 gap-y-1">
                <span className="mono-text">{user.userName}</span>
                {errorMessage ? (
                  <span className="text-danger! hover:text-danger!">{errorMessage}</span>
                ) : (
                  <CopyableText>{password}</CopyableText>
                )}
              </div>
            </Fact>
          ))}
        </FactList>
      </div>
    </MountedModal>
  );
}

/** Saves names and passwords as CSV. Values that a spreadsheet would run as a formula are escaped. */
function saveCsv(outcomes: Outcome[]): boolean {
  const cell = (value: string) => `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;
  const lines = outcomes.map(({ user, password }) => [user.nickName, user.userName, password].map(cell).join(','));
  saveText(`\uFEFF${lines.join('\r\n')}\r\n`, `passwords_${Date.now()}.csv`);
  return true;
}
