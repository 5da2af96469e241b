import { type User, users } from '@suyuan/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Modal } from 'antd';
import { useState } from 'react';
import { hosts } from '../../../data/hosts.ts';
import { refusalOf } from '../../../data/refusal.ts';
import { request } from '../../../data/request.ts';
import { saveText } from '../../../data/save-text.ts';
import { has, passwordClass } from '../../../data/server-about.ts';
import { useWords } from '../../../data/words.ts';
import { copyText } from '../../../ui/clipboard.ts';
import { confirm } from '../../../ui/confirm.ts';
import { Mono } from '../../../ui/mono.tsx';
import { passwordFault } from '../../../ui/password-fault.ts';
import { FirstPassword } from './first-password.tsx';
import { generatePassword } from './password-generator.ts';

interface Outcome {
  user: User;
  password: string;
  /** Error message; undefined on success. */
  refusal: string | undefined;
}

/**
 * Resets passwords to generated ones; for a single user it can also be typed. They are displayed only once, because the server stores
 * hashes.
 */
export function ResetDialog({ of, onClose }: { of: User[]; onClose: () => void }) {
  const t = useWords();
  const client = useQueryClient();
  const [form] = Form.useForm<{ password: string }>();
  const [outcomes, setOutcomes] = useState<Outcome[]>();
  const [busy, setBusy] = useState(false);
  const [taken, setTaken] = useState(false);
  const [first] = of;
  const single = of.length === 1;

  const reset = async () => {
    const fault = single && passwordFault(form.getFieldValue('password'));
    if (fault) return form.setFields([{ name: 'password', errors: [fault] }]);
    setBusy(true);
    const done: Outcome[] = [];
    for (const user of of) {
      const password = single ? form.getFieldValue('password') : generatePassword(passwordClass());
      const refusal = await request('PUT', `${users.path}/resetPwd`, { userId: user.userId, password }).then(
        () => undefined,
        (error: unknown) => refusalOf(error)?.msg ?? t('system.user.resetFailed'),
      );
      done.push({ user, password, refusal });
    }
    setBusy(false);
    void client.invalidateQueries({ queryKey: [users.path] });
    const [only] = done;
    if (single && only?.refusal) form.setFields([{ name: 'password', errors: [only.refusal] }]);
    else setOutcomes(done);
  };
  const set = (outcomes ?? []).filter(({ refusal }) => !refusal);
  const text = set.map(({ user, password }) => `${user.userName}\t${password}`).join('\n');
  const close = async () => {
    if (set.length > 0 && !taken && !(await confirm({ title: t('system.user.closeAsk', { count: set.length }), okText: t('kit.close') })))
      return;
    onClose();
  };
  const copy = async () => {
    const done = await copyText(single ? (set[0]?.password ?? '') : text);
    setTaken(done);
    hosts.tell(done ? 'success' : 'warning', t(done ? 'kit.copied' : 'kit.copyFailed'));
  };
  const title = single
    ? t('system.user.resetOf', { name: t('kit.aside', { what: first?.nickName, more: first?.userName }) })
    : t('system.user.resetCount', { count: of.length });

  return (
    <Modal
      open
      title={title}
      width={560}
      mask={{ closable: false }}
      onCancel={() => void close()}
      footer={
        outcomes ? (
          <>
            {!single && <Button onClick={() => setTaken(saveCsv(set))}>{t('system.user.saveCsv')}</Button>}
            <Button onClick={() => void copy()}>{single ? t('kit.copy') : t('system.user.copyAll')}</Button>
            <Button type="primary" onClick={() => void close()}>
              {t('kit.close')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('kit.cancel')}</Button>
            <Button type="primary" loading={busy} onClick={() => void reset()}>
              {t('system.user.reset')}
            </Button>
          </>
        )
      }
    >
      {!outcomes && <p className="confirm-content">{t(has('sessionEnd') ? 'system.user.resetWhy' : 'system.user.resetWhy.plain')}</p>}
      {!outcomes && single && (
        <Form form={form} name="user-reset" layout="vertical" onFinish={() => void reset()}>
          <Form.Item name="password" label={t('system.user.newPassword')}>
            <FirstPassword />
          </Form.Item>
        </Form>
      )}
      {!outcomes && !single && (
        <p className="reset-names">
          {of.map(({ nickName, userName }) => t('kit.aside', { what: nickName, more: userName })).join(t('kit.joint'))}
        </p>
      )}
      {outcomes && (
        <div aria-live="polite">
          <Alert
            showIcon
            type={set.length === outcomes.length ? 'success' : 'warning'}
            title={
              set.length === outcomes.length
                ? t('system.user.resetDone')
                : t('system.user.resetAll', { done: set.length, left: outcomes.length - set.length })
            }
          />
          <dl className="record-view reset-outcomes">
            {outcomes.map(({ user, password, refusal }) => (
              <div key={user.userId}>
                <dt>{user.nickName}</dt>
                <dd>
                  <span className="mono-text">{user.userName}</span>
                  {refusal ? <span className="row-danger">{refusal}</span> : <Mono>{password}</Mono>}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </Modal>
  );
}

/** Saves names and passwords as CSV. Values that a spreadsheet would run as a formula are escaped. */
function saveCsv(outcomes: Outcome[]): boolean {
  const cell = (value: string) => `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;
  const lines = outcomes.map(({ user, password }) => [user.nickName, user.userName, password].map(cell).join(','));
  saveText(`\uFEFF${lines.join('\r\n')}\r\n`, `passwords_${Date.now()}.csv`);
  return true;
}
