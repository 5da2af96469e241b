import { cloneDealer, type DealerNode, dealers } from '@suyuan/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useRights } from '../../../data/permission.tsx';
import { useTranslations } from '../../../data/words.ts';
import { CloneDialog } from '../../../ui/clone-dialog.tsx';
import type { MoreAction } from '../../../ui/row-actions.tsx';
import { type DealerAction, isEditable, isForwardStep, stepsOf, useDealerLifecycle } from './dealer-life.ts';
import { RenewDrawer } from './renew-drawer.tsx';

type DealerSummary = Pick<DealerNode, 'channelBusinessId' | 'channelBusinessName' | 'state' | 'stockCount' | 'contractTo'>;

export function useDealerActions() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { hasPermi } = useRights();
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
