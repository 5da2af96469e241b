import { type InputOf, notices } from '@suyuan/contract';
import { Button, Drawer, Form, Radio } from 'antd';
import { useDictionary } from '../../../data/dictionary.ts';
import { useTranslations } from '../../../data/words.ts';
import { Field } from '../../../ui/field.tsx';
import { LoadingState } from '../../../ui/states.tsx';

export type Terms = Pick<InputOf<typeof notices>, 'noticeType' | 'status'>;

interface PublishDrawerProps {
  terms: Partial<Terms> | undefined;
  saving: boolean;
  onPublish: (terms: Terms) => void;
  onClose: () => void;
}

export function PublishDrawer({ terms, saving, onPublish, onClose }: PublishDrawerProps) {
  const t = useTranslations();
  const [form] = Form.useForm<Terms>();
  const { options, isPending } = useDictionary('sys_notice_type');
  const defaultType = options.find(({ isDefault }) => isDefault) ?? options[0];
  return (
    <Drawer
      open
      size={560}
      title={t('system.notice.publishTitle')}
      onClose={onClose}
      className="form-drawer"
      footer={
        <div className="form-footer">
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" loading={saving} disabled={isPending} onClick={() => form.submit()}>
            {t('system.notice.publish')}
          </Button>
        </div>
      }
    >
      {isPending ? (
        <LoadingState rows={2} />
      ) : (
        <Form
          form={form}
          name="system-notice-publish"
          layout="vertical"
          initialValues={{ noticeType: terms?.noticeType ?? defaultType?.value, status: terms?.status ?? '0' }}
          onFinish={onPublish}
        >
          <Field of={notices} name="noticeType">
            <Radio.Group options={options.map(({ value, label }) => ({ value, label }))} optionType="button" />
          </Field>
          <Field of={notices} name="status">
            <Radio.Group
              options={(['0', '1'] as const).map((value) => ({ value, label: t(`system.notice.status.${value}`) }))}
              optionType="button"
            />
          </Field>
        </Form>
      )}
    </Drawer>
  );
}
