import { type DealerNode, dealers, resumeDealer } from '@suyuan/contract';
import { Button, Drawer, Form } from 'antd';
import { useAction } from '../../../data/api.ts';
import { shellServices } from '../../../data/hosts.ts';
import { useTranslations } from '../../../data/words.ts';
import { DayInput } from '../../../ui/day-input.tsx';
import { showApiError } from '../../../ui/show-refusal.ts';

interface RenewDrawerProps {
  dealer: Pick<DealerNode, 'channelBusinessId' | 'channelBusinessName'>;
  onClose: () => void;
}

/** Requests a new end date of an expired contract; renewing also resumes the dealer. */
export function RenewDrawer({ dealer, onClose }: RenewDrawerProps) {
  const t = useTranslations();
  const [form] = Form.useForm<{ contractTo: string }>();
  const resume = useAction(resumeDealer, { ownErrors: true });
  const { channelBusinessId, channelBusinessName } = dealer;
  const submit = async ({ contractTo }: { contractTo: string }) => {
    try {
      await resume.mutateAsync({ id: channelBusinessId, contractTo });
      const step = t(dealers.word('step.resume'));
      shellServices.notify('success', t(dealers.word('stepDone'), { name: channelBusinessName, step }));
      onClose();
    } catch (error) {
      showApiError(form, error);
    }
  };
  return (
    <Drawer
      open
      size={480}
      title={t('manage.channelBusiness.renewTitle', { name: channelBusinessName })}
      onClose={onClose}
      className="form-drawer"
      footer={
        <div className="form-footer">
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" loading={resume.isPending} onClick={() => form.submit()}>
            {t('manage.channelBusiness.do.renew')}
          </Button>
        </div>
      }
    >
      <Form form={form} name="dealer-renewal" layout="vertical" onFinish={(values: { contractTo: string }) => void submit(values)}>
        <Form.Item
          name="contractTo"
          label={t('manage.channelBusiness.newContractTo')}
          extra={t('manage.channelBusiness.renewHint')}
          rules={[{ required: true, message: t('issue.required', { field: t('manage.channelBusiness.newContractTo') }) }]}
        >
          <DayInput />
        </Form.Item>
      </Form>
    </Drawer>
  );
}
