import { posts } from '@suyuan/contract';
import { Form, Input, Select } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';

export default function PostPage() {
  const t = useTranslations();
  const statuses = (['0', '1'] as const).map((value) => ({ value, label: t(`system.post.status.${value}`) }));
  return (
    <ResourcePage
      resource={posts}
      blank={{ status: '0', postSort: 0 }}
      columns={[
        columnOf(posts, 'postName'),
        columnOf(posts, 'status', (status) => <CodeBadge of={posts} field="status" value={status} />),
        columnOf(posts, 'postCode'),
        ...(hasExtension('userCounts') ? [columnOf(posts, 'userCount')] : []),
        columnOf(posts, 'postSort'),
        columnOf(posts, 'remark'),
        columnOf(posts, 'createTime'),
      ]}
      filters={
        <>
          <Form.Item name="postName" label={t('system.post.postName')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="postCode" label={t('system.post.postCode')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="status" label={t('common.field.status')}>
            <Select options={statuses} allowClear />
          </Form.Item>
        </>
      }
      form={
        <>
          <Field of={posts} name="postName" extra={null}>
            <Input maxLength={50} />
          </Field>
          <Field of={posts} name="postCode">
            <Input className="mono-text" maxLength={64} />
          </Field>
          <Field of={posts} name="postSort">
            <NumberField min={0} max={9999} />
          </Field>
          <Field of={posts} name="status">
            <Select options={statuses} />
          </Field>
          <Field of={posts} name="remark">
            <Input.TextArea rows={4} maxLength={500} />
          </Field>
        </>
      }
    />
  );
}
