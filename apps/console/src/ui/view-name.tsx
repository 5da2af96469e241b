import { Button, Form, Input } from 'antd';
import { useWords } from '../data/words.ts';

interface ViewNameProps {
  name?: string | undefined;
  taken: readonly string[];
  /** Otherwise a note says that the view is replaced. */
  refuseTaken?: boolean;
  onName: (name: string) => void;
}

export function ViewName({ name, taken, refuseTaken = false, onName }: ViewNameProps) {
  const t = useWords();
  const [form] = Form.useForm<{ viewName: string }>();
  const typed = Form.useWatch('viewName', form)?.trim() ?? '';
  const replaces = typed !== name && taken.includes(typed);
  return (
    <Form
      form={form}
      name="view-name"
      layout="vertical"
      className="view-name"
      requiredMark={false}
      initialValues={{ viewName: name }}
      onFinish={({ viewName }) => {
        if (!(refuseTaken && replaces)) onName(viewName.trim());
      }}
    >
      <Form.Item
        name="viewName"
        label={t('kit.view.name')}
        rules={[{ required: true, whitespace: true, message: t('kit.view.nameNeeded') }]}
        validateTrigger="onSubmit"
        extra={replaces ? t(refuseTaken ? 'kit.view.taken' : 'kit.view.replaces') : t('kit.view.hint')}
      >
        <Input maxLength={20} autoFocus autoComplete="off" />
      </Form.Item>
      <Button type="primary" htmlType="submit">
        {t('kit.save')}
      </Button>
    </Form>
  );
}
