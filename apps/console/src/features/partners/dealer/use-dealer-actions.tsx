import {
  batches,
  type DealerNode,
  dealerImpact,
  dealerLifeCycle,
  dealerPartner,
  dealers,
  type StepName,
  shipments,
} from '@suyuan/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { endsSoon } from '../../../ui/expiry-date.tsx';
import { useLifeCycle } from '../../../ui/life-cycle.ts';
import type { MoreAction } from '../../../ui/row-actions.tsx';
import { isEditable } from '../shared/partner-kind.ts';
import { RenewDrawer } from '../shared/renew-drawer.tsx';
import { type StepAction, usePartnerActions } from '../shared/use-partner-actions.tsx';
import { AuthoriseDialog } from './dealer-authority.tsx';
import { isLapsed, isStepAvailable } from './dealer-life-cycle.ts';

type DealerSummary = Pick<DealerNode, 'channelBusinessId' | 'channelBusinessName' | 'state' | 'stockCount' | 'contractTo' | 'childCount'>;

export function useDealerActions() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { hasPermi } = usePermissions();
  const [renewing, setRenewing] = useState<DealerSummary>();
  const [authorising, setAuthorising] = useState<number>();
  const isRenewal = (step: StepName<typeof dealerLifeCycle>, dealer: DealerSummary) => step === 'resume' && isLapsed(dealer);
  const lifeCycle = useLifeCycle(dealerLifeCycle, {
    params: ({ channelBusinessName, stockCount }: DealerSummary) => ({ name: channelBusinessName, count: stockCount }),
    isAvailable: (dealer, step) => isStepAvailable(dealer, step, hasPermi),
    async dialog(step, { channelBusinessId: id, childCount }) {
      if (step !== 'terminate' || childCount === 0) return {};
      // without the counts the server decides
      const counts = await call(dealerImpact, { id }).catch(() => undefined);
      return counts?.branches ? { blocked: true, content: t('manage.channelBusiness.ask.terminate.blocked') } : {};
    },
    label: (step, dealer) => (isRenewal(step, dealer) ? t('manage.channelBusiness.do.renew') : undefined),
    intercept(step, dealer) {
      if (isRenewal(step, dealer)) setRenewing(dealer);
      return isRenewal(step, dealer);
    },
  });
  const actions = usePartnerActions(dealerPartner, lifeCycle);
  const authorise = (channelBusinessId: number) => ({
    key: 'authorise',
    label: t('manage.channelBusiness.authorise'),
    permission: dealers.permission('authorise'),
    onClick: () => setAuthorising(channelBusinessId),
  });
  const linkTo = (key: 'dispatches' | 'batches', list: typeof shipments | typeof batches, filter: string) => ({
    key,
    label: t(key === 'batches' ? 'manage.channelBusiness.showBatches' : 'manage.channelBusiness.showShipments'),
    permission: list.permission('list'),
    onClick: () => void navigate(`${list.path}?${filter}`),
  });
  const renewal = (dealer: DealerSummary): StepAction => ({
    key: 'renew',
    label: t('manage.channelBusiness.do.renew'),
    danger: false,
    onClick: () => setRenewing(dealer),
  });
  return {
    ...actions,
    nextOf(dealer: DealerSummary) {
      const next = actions.nextOf(dealer);
      const isRenewable = dealer.state === 'active' && dealer.contractTo !== null && endsSoon(dealer.contractTo);
      return next?.key === 'edit' && isRenewable ? renewal(dealer) : next;
    },
    more(dealer: DealerSummary): MoreAction[] {
      const { channelBusinessId: id, state } = dealer;
      const links = [linkTo('dispatches', shipments, `dealerId=${id}`), linkTo('batches', batches, `channelBusinessId=${id}`)];
      return actions.more(dealer, isEditable(dealer) && state !== 'draft' ? [authorise(id)] : [], links);
    },
    dialogs: (
      <>
        {actions.cloneDialog}
        {renewing && <RenewDrawer dealer={renewing} isSuspended={renewing.state === 'suspended'} onClose={() => setRenewing(undefined)} />}
        {authorising && <AuthoriseDialog id={authorising} onClose={() => setAuthorising(undefined)} />}
      </>
    ),
  };
}
