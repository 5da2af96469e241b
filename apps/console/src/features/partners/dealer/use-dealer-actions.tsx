import { cloneDealer, type DealerNode, dealers, resumeDealer } from '@suyuan/contract';
import { Button, Drawer, Form } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAction } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { CloneDialog } from '../../../ui/clone-dialog.tsx';
import { DayInput } from '../../../ui/day-input.tsx';
import { showApiError } from '../../../ui/form-validation.ts';
import type { MoreAction } from '../../../ui/row-actions.tsx';
import { type DealerAction, isEditable, isForwardStep, stepsOf, useDealerLifecycle } from './dealer-lifecycle.ts';

interface RenewDrawerProps {
  dealer: Pick<DealerNode, 'channelBusinessId' | 'channelBusinessName'>;
  onClose: () => void;
}

/** Requests a new end date of an expired contract; renewing also resumes the dealer. */
function RenewDrawer({ dealer, onClose }: RenewDrawerProps) {
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

type DealerSummary = Pick<DealerNode, 'channelBusinessId' | 'channelBusinessName' | 'state' | 'stockCount' | 'contractTo'>;

export function useDealerActions() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { hasPermi } = usePermissions();
  const { runStep, busy } = useDealerLifecycle();
  const [renewing, setRenewing] = useState<DealerSummary>();
  const take = async (action: DealerAction, dealer: DealerSummary) => (action === 'renew' ? setRenewing(dealer) : runStep(action, dealer));
  const [cloning, setCloning] = useState<DealerSummary>();
  const next = (dealer: DealerSummary) => {
    const [first] = stepsOf(dealer, hasPermi);
    return first && isForwardStep(first) ? first : undefined;
  };
  return {
    busy,
    take,
    next,
    renewDrawer: renewing && <RenewDrawer dealer={renewing} onClose={() => setRenewing(undefined)} />,
    /** Prompts for the clone's name. */
    cloneDialog: cloning && (
      <CloneDialog
        of={dealers}
        action={cloneDealer}
        fields={{ code: 'channelBusinessCode', name: 'channelBusinessName' }}
        id={cloning.channelBusinessId}
        name={cloning.channelBusinessName}
        onClose={() => setCloning(undefined)}
        onDone={(id) => void navigate(`/manage/channelBusiness/${id}`)}
      />
    ),
    nextLink(dealer: DealerSummary) {
      const step = next(dealer);
      return (
        step && (
          <button type="button" className="row-link" onClick={() => void take(step, dealer)}>
            {t(`manage.channelBusiness.do.${step}`)}
          </button>
        )
      );
    },
    more(dealer: DealerSummary, onAuthorise?: () => void): MoreAction[] {
      const { channelBusinessId } = dealer;
      const nextStep = next(dealer);
      return [
        ...(onAuthorise && isEditable(dealer) && dealer.state !== 'draft'
          ? [
              {
                key: 'authorise',
                label: t('manage.channelBusiness.authorise'),
                permission: dealers.permission('authorise'),
                onClick: onAuthorise,
              },
            ]
          : []),
        {
          key: 'clone',
          label: t('manage.channelBusiness.clone'),
          permission: dealers.permission('clone'),
          onClick: () => setCloning(dealer),
        },
        {
          key: 'dispatches',
          label: t('manage.channelBusiness.showShipments'),
          permission: 'manage:dispatch:list',
          onClick: () => void navigate(`/manage/dispatch?dealerId=${channelBusinessId}`),
        },
        {
          key: 'batches',
          label: t('manage.channelBusiness.showBatches'),
          permission: 'manage:batch:list',
          onClick: () => void navigate(`/manage/batch?channelBusinessId=${channelBusinessId}`),
        },
        ...stepsOf(dealer, hasPermi)
          .filter((step) => step !== nextStep)
          .map((step) => ({
            key: step,
            label: t(`manage.channelBusiness.do.${step}`),
            danger: step === 'suspend' || step === 'terminate',
            onClick: () => void take(step, dealer),
          })),
      ];
    },
  };
}
