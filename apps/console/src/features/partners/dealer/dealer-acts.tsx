import { cloneDealer, type DealerNode, dealers } from '@suyuan/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useRights } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { CloneDialog } from '../../../ui/clone-dialog.tsx';
import type { MoreAction } from '../../../ui/row-actions.tsx';
import { type DealerAct, isEditable, leadsOn, stepsOf, useDealerLife } from './dealer-life.ts';
import { RenewDrawer } from './renew-drawer.tsx';

type Shown = Pick<DealerNode, 'channelBusinessId' | 'channelBusinessName' | 'state' | 'stockCount' | 'contractTo'>;

export function useDealerActs() {
  const t = useWords();
  const navigate = useNavigate();
  const { hasPermi } = useRights();
  const { take: takeStep, busy } = useDealerLife();
  const [renewing, renew] = useState<Shown>();
  const take = async (act: DealerAct, dealer: Shown) => (act === 'renew' ? renew(dealer) : takeStep(act, dealer));
  const [cloning, clone] = useState<Shown>();
  const next = (dealer: Shown) => {
    const [first] = stepsOf(dealer, hasPermi);
    return first && leadsOn(first) ? first : undefined;
  };
  return {
    busy,
    take,
    next,
    renewDrawer: renewing && <RenewDrawer dealer={renewing} onClose={() => renew(undefined)} />,
    /** Prompts for the clone's name. */
    cloneDialog: cloning && (
      <CloneDialog
        of={dealers}
        action={cloneDealer}
        fields={{ code: 'channelBusinessCode', name: 'channelBusinessName' }}
        id={cloning.channelBusinessId}
        name={cloning.channelBusinessName}
        onClose={() => clone(undefined)}
        onDone={(id) => void navigate(`/manage/channelBusiness/${id}`)}
      />
    ),
    nextLink(dealer: Shown) {
      const step = next(dealer);
      return (
        step && (
          <button type="button" className="row-link" onClick={() => void take(step, dealer)}>
            {t(`manage.channelBusiness.do.${step}`)}
          </button>
        )
      );
    },
    more(dealer: Shown, onAuthorise?: () => void): MoreAction[] {
      const { channelBusinessId } = dealer;
      const leading = next(dealer);
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
          onClick: () => clone(dealer),
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
          .filter((step) => step !== leading)
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
