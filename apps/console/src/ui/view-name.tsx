import { Button, Form, Input } from 'antd';
import { useTranslations } from '../data/words.ts';

interface ViewNameFormProps {
  name?: string | undefined;
  existingNames: readonly string[];
  /** Otherwise a note says that the view is replaced. */
  rejectsExisting?: boolean;
  onName: (name: string) => void;
}

export function ViewNameForm({ name, existingNames, rejectsExisting = false, onName }: ViewNameFormProps) {
  const t = useTranslations();
  const [form] = Form.useForm<{ viewName: string }>();
  const enteredName = Form.useWatch('viewName', form)?.trim() ?? '';
  const isExisting = enteredName !== name && existingNames.includes(enteredName);
  return (
    <Form
      form={form}
      name="view-name"
      layout="vertical"
      className="view-name"
      requiredMark={false}
      initialValues={{ viewName: name }}
      onFinish={({ viewName }) => {
        if (!(rejectsExisting && isExisting)) onName(viewName.trim());
      }}
    >
      <Form.Item
        name="viewName"
        label={t('kit.view.name')}
        rules={[{ required: true, whitespace: true, message: t('kit.view.nameNeeded') }]}
        validateTrigger="onSubmit"
        extra={isExisting ? t(rejectsExisting ? 'kit.view.taken' : 'kit.view.replaces') : t('kit.view.hint')}
      >
        <Input maxLength={20} autoFocus autoComplete="off" />
      </Form.Item>
      <Button type="primary" htmlType="submit">
        {t('kit.save')}
      </Button>
    </Form>
  );
}
