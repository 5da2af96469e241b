import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { shellServices } from '../../data/hosts.ts';
import { request } from '../../data/request.ts';
import { useUnsavedChanges } from '../../data/unsaved.ts';
import { useTranslations } from '../../data/words.ts';
import { showApiError } from '../../ui/show-refusal.ts';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { reloadSession } from '../session.ts';
import { AvatarUpload } from './avatar-change.tsx';
import { profileQuery } from './profile.ts';

interface Values {
  nickName: string;
  phonenumber?: string;
  email?: string;
  sex?: string;
}

export function ProfileForm() {
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
  if (profile.error && !profile.data) return <ErrorState error={profile.error} onRetry={() => void profile.refetch()} />;
  if (!profile.data) return <LoadingState rows={5} />;
  const { nickName, phonenumber, email, sex } = profile.data.data;
  return (
    <Form
      form={form}
      name="profile"
      layout="vertical"
      className="account-form"
      initialValues={{ nickName, phonenumber, email, sex }}
      onValuesChange={() => setDirty(true)}
      onFinish={(values) => save.mutate(values)}
    >
      <div className="account-picture">
        <AvatarUpload user={profile.data.data} size={72} />
        <p>{t('account.avatarHint')}</p>
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
