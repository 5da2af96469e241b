import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { hosts } from '../../data/hosts.ts';
import { request } from '../../data/request.ts';
import { useUnsaved } from '../../data/unsaved.ts';
import { useWords } from '../../data/words.ts';
import { showRefusal } from '../../ui/show-refusal.ts';
import { Failed, Waiting } from '../../ui/states.tsx';
import { renewSession } from '../session.ts';
import { AvatarChange } from './avatar-change.tsx';
import { profileQuery } from './profile.ts';

interface Values {
  nickName: string;
  phonenumber?: string;
  email?: string;
  sex?: string;
}

export function ProfileForm() {
  const t = useWords();
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const [dirty, setDirty] = useState(false);
  useUnsaved(dirty);
  const profile = useQuery(profileQuery);
  const save = useMutation({
    mutationFn: (values: Values) => request('PUT', '/system/user/profile', values),
    onSuccess: () => {
      setDirty(false);
      hosts.tell('success', t('kit.saved'));
      renewSession();
      return client.invalidateQueries({ queryKey: profileQuery.queryKey });
    },
    onError: (error) => showRefusal(form, error),
    meta: { ownErrors: true },
  });
  if (profile.error && !profile.data) return <Failed error={profile.error} onRetry={() => void profile.refetch()} />;
  if (!profile.data) return <Waiting rows={5} />;
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
        <AvatarChange user={profile.data.data} size={72} />
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
