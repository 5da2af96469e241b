import { type DealerNode, dealerLifeCycle, dealers } from '@suyuan/contract';
import { Form } from 'antd';
import { useCall, useSave } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { businessNow, parseDay } from '../../../ui/day.ts';
import { DayInput } from '../../../ui/day-input.tsx';
import { FormDrawer } from '../../../ui/form-parts.tsx';
import { showApiError } from '../../../ui/form-validation.ts';

interface RenewDrawerProps {
  dealer: Pick<DealerNode, 'channelBusinessId' | 'channelBusinessName' | 'contractTo'>;
  /** The expired contract has suspended the dealer; renewing resumes it. */
  isSuspended: boolean;
  onDone?: () => void;
  onClose: () => void;
}

/** One more year, from today at the earliest. */
function proposedEnd(contractTo: string | null): string {
  const today = businessNow();
  const end = parseDay(contractTo)?.add(1, 'year');
  return (end?.isAfter(today) ? end : today.add(1, 'year')).format('YYYY-MM-DD');
}

/** Requests a new end date of a dealer's contract. */
export function RenewDrawer({ dealer, isSuspended, onDone, onClose }: RenewDrawerProps) {
  const t = useTranslations();
  const [form] = Form.useForm<{ contractTo: string }>();
  const resume = useCall(dealerLifeCycle.steps.resume, { ownErrors: true });
  const save = useSave(dealers);
  const { channelBusinessId, channelBusinessName, contractTo: presentEnd } = dealer;
  const submit = async ({ contractTo }: { contractTo: string }) => {
    try {
      if (isSuspended) await resume.mutateAsync({ id: channelBusinessId, contractTo });
      else await save.mutateAsync({ channelBusinessId, contractTo });
      const step = t(dealers.word('step.resume'));
      shellServices.notify('success', isSuspended ? t(dealers.word('stepDone'), { name: channelBusinessName, step }) : t('kit.saved'));
      onDone?.();
      onClose();
    } catch (error) {
      showApiError(form, error);
    }
  };
  return (
    <FormDrawer
      size={480}
      title={t('manage.channelBusiness.renewTitle', { name: channelBusinessName })}
      onClose={onClose}
      okText={t('manage.channelBusiness.do.renew')}
      busy={resume.isPending || save.isPending}
      onOk={() => form.submit()}
    >
      <Form
        form={form}
        name="dealer-renewal"
        layout="vertical"
        initialValues={{ contractTo: proposedEnd(presentEnd) }}
        onFinish={(values: { contractTo: string }) => void submit(values)}
      >
        <Form.Item
          name="contractTo"
          label={t('manage.channelBusiness.newContractTo')}
          {...(isSuspended && { extra: t('manage.channelBusiness.renewHint') })}
          rules={[{ required: true, message: t('issue.required', { field: t('manage.channelBusiness.newContractTo') }) }]}
        >
          <DayInput />
        </Form.Item>
      </Form>
    </FormDrawer>
  );
}
