import type { OwnSession } from '@suyuan/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Radio, Tag } from 'antd';
import { useState } from 'react';
import { useRefetch } from '../../data/api.ts';
import { useTranslations } from '../../data/i18n.ts';
import { request } from '../../data/request.ts';
import { hasExtension } from '../../data/server-info.ts';
import { shellServices } from '../../data/shell-services.ts';
import { useUnsavedChanges } from '../../data/unsaved-changes.ts';
import { confirm } from '../../ui/confirm.ts';
import { DictionaryLabel } from '../../ui/dictionary-tag.tsx';
import { showApiError } from '../../ui/form-validation.ts';
import { Icon } from '../../ui/icon.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { QueryState } from '../../ui/states.tsx';
import { TimeText } from '../../ui/time-format.tsx';
import { reloadSession } from '../session.ts';
import {
  AccountList,
  AccountListHead,
  AccountRow,
  AccountTabs,
  clientLabel,
  locationLabel,
  profileQuery,
  SESSIONS_PATH,
  sessionsQuery,
} from './account-parts.tsx';
import { AvatarUpload } from './avatar-upload.tsx';
import { PasswordForm } from './password-form.tsx';

interface Values {
  nickName: string;
  phonenumber?: string;
  email?: string;
  sex?: string;
}

function ProfileForm() {
  const t = useTranslations();
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const [dirty, setDirty] = useState(false);
  useUnsavedChanges(dirty);
  const profile = useQuery(profileQuery);
  const save = useMutation({
    mutationFn: (values: Values) => request('PUT', '/system/user/profile', values),
    onSuccess: () => {
      setDirty(false);
      shellServices.notify('success', t('kit.saved'));
      reloadSession();
      return client.invalidateQueries({ queryKey: profileQuery.queryKey });
    },
    onError: (error) => showApiError(form, error),
    meta: { ownErrors: true },
  });
  if (!profile.data) return <QueryState query={profile} rows={5} />;
  const { nickName, phonenumber, email, sex } = profile.data.data;
  return (
    <Form
      form={form}
      name="profile"
      layout="vertical"
      className="max-w-120"
      initialValues={{ nickName, phonenumber, email, sex }}
      onValuesChange={() => setDirty(true)}
      onFinish={(values) => save.mutate(values)}
    >
      <div className="mb-6 flex items-center gap-4">
        <AvatarUpload user={profile.data.data} size={72} />
        <p className="m-0 text-muted">{t('account.avatarHint')}</p>
      </div>
      <Form.Item
        name="nickName"
        label={t('account.nickName')}
        validateTrigger="onBlur"
        rules={[{ required: true, whitespace: true, message: t('issue.required', { field: t('account.nickName') }) }]}
      >
        <Input maxLength={30} autoComplete="name" />
      </Form.Item>
      <Form.Item
        name="phonenumber"
        label={t('account.phone')}
        validateTrigger="onBlur"
        rules={[{ pattern: /^1\d{10}$/, message: t('account.phoneWrong') }]}
      >
        <Input maxLength={11} inputMode="tel" autoComplete="tel" />
      </Form.Item>
      <Form.Item
        name="email"
        label={t('account.email')}
        validateTrigger="onBlur"
        rules={[{ type: 'email', message: t('account.emailWrong') }]}
      >
        <Input maxLength={50} autoComplete="email" />
      </Form.Item>
      <Form.Item name="sex" label={t('account.sex')}>
        <Radio.Group options={(['0', '1', '2'] as const).map((value) => ({ value, label: t(`account.sex.${value}`) }))} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={save.isPending} disabled={!dirty}>
        {t('kit.save')}
      </Button>
    </Form>
  );
}

function Sessions() {
  const t = useTranslations();
  const endSession = useMutation({
    mutationFn: (id: string) => request('DELETE', `/account/session/${id}`),
    onSuccess: () => shellServices.notify('success', t('account.session.ended')),
    onSettled: useRefetch(SESSIONS_PATH),
  });
  const confirmEndOne = (row: OwnSession) => {
    const name = clientLabel(t, row);
    const content = t(row.signedIn ? 'account.session.endWhat' : 'account.session.forgetWhat');
    const title = t(row.signedIn ? 'account.session.endAsk' : 'account.session.forgetAsk', { name });
    const okText = t(row.signedIn ? 'account.session.end' : 'account.session.forget');
    void confirm({ title, content, okText, danger: true }, () => endSession.mutateAsync(row.id));
  };
  const confirmEndAll = () => {
    const question = { title: t('account.session.endAllAsk'), content: t('account.session.endAllWhat'), danger: true };
    void confirm({ ...question, okText: t('account.session.endAll') }, () => endSession.mutateAsync('others'));
  };
  return (
    <AccountList
      label={t('account.session')}
      query={sessionsQuery}
      empty={t('account.session.none')}
      head={(_, total) => (
        <AccountListHead text={t('account.session.purpose')}>
          {total > 1 && (
            <Button danger onClick={confirmEndAll}>
              {t('account.session.endAll')}
            </Button>
          )}
        </AccountListHead>
      )}
      row={(row: OwnSession) => (
        <AccountRow
          key={row.id}
          icon={/Android|iOS|HarmonyOS/.test(row.os) ? <Phone /> : <Icon name="screen" className="text-xl! text-muted" />}
          name={
            <>
              <strong>{clientLabel(t, row)}</strong>
              {row.current && <DictionaryLabel label={t('account.session.current')} listClass="primary" />}
              {!row.signedIn && <Tag>{t('account.session.away')}</Tag>}
              {row.remembered && <Tag>{t('account.session.remembered')}</Tag>}
            </>
          }
          facts={
            <>
              <span>{locationLabel(row)}</span>
              <span>
                {t('account.session.active')} <TimeText value={row.activeTime} />
              </span>
              <span>
                {t('account.session.since')} <TimeText value={row.loginTime} />
              </span>
            </>
          }
        >
          {!row.current && (
            <Button
              danger
              type="text"
              aria-label={`${t(row.signedIn ? 'account.session.end' : 'account.session.forget')} ${clientLabel(t, row)}`}
              onClick={() => confirmEndOne(row)}
            >
              {t(row.signedIn ? 'account.session.end' : 'account.session.forget')}
            </Button>
          )}
        </AccountRow>
      )}
    />
  );
}

const Phone = () => (
  <svg
    className="icon text-xl! text-muted"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.7}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M8 3h8a1.5 1.5 0 0 1 1.500 1.500v15A1.500 1.500 0 0 1 16 21H8a1.500 1.500 0 0 1-1.500-1.500v-15A1.500 1.500 0 0 1 8 3M11 18h2" />
  </svg>
);

export default function SettingsPage() {
  const t = useTranslations();
  return (
    <Page>
      <PageHeader
        title={t('account.settings')}
        purpose={t(hasExtension('ownActivity') ? 'account.settingsPurpose' : 'account.settingsPurpose.plain')}
      />
      <AccountTabs
        items={[
          { key: 'profile', label: t('account.profile'), children: <ProfileForm /> },
          { key: 'password', label: t('account.passwordChange'), children: <PasswordForm /> },
          ...(hasExtension('ownActivity') ? [{ key: 'sessions', label: t('account.session'), children: <Sessions /> }] : []),
        ]}
      />
    </Page>
  );
}
