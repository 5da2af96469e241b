import {
  approveDealer,
  type DealerNode,
  type DealerState,
  type DealerStep,
  dealerLifeCycle,
  dealers,
  type RecordOf,
  rejectDealer,
  resumeDealer,
  submitDealer,
  suspendDealer,
  terminateDealer,
} from '@suyuan/contract';
import { businessNow } from '../../../ui/day.ts';
import { useLifecycleAction } from '../../../ui/record-actions.ts';
import { isForwardStep as isForwardPartnerStep, partnerConfirmations, partnerSteps } from '../shared/partner-lifecycle.tsx';

export { isEditable } from '../shared/partner-lifecycle.tsx';

export type Dealer = RecordOf<typeof dealers>;

const actions = {
  submit: submitDealer,
  approve: approveDealer,
  reject: rejectDealer,
  suspend: suspendDealer,
  resume: resumeDealer,
  terminate: terminateDealer,
};

export function useDealerLifecycle() {
  const { runStep, isPending } = useLifecycleAction<DealerStep>({
    of: dealers,
    actions,
    confirmations: partnerConfirmations,
  });
  return {
    busy: isPending,
    runStep: (step: DealerStep, dealer: Pick<DealerNode, 'channelBusinessId' | 'channelBusinessName' | 'stockCount'>) =>
      runStep(step, dealer.channelBusinessId, { name: dealer.channelBusinessName, count: dealer.stockCount }),
  };
}

/** A step of the life cycle, or the renewal of an expired contract, which also resumes. */
export type DealerAction = DealerStep | 'renew';

export const isForwardStep = (action: DealerAction) => action === 'renew' || isForwardPartnerStep(action);

/** Whether the contract ended before today, in the business time zone. */
export const isLapsed = ({ contractTo }: { contractTo: string | null }) =>
  contractTo !== null && contractTo < businessNow().format('YYYY-MM-DD');

/**
 * Available actions, the next step first. The server rejects every step to an active dealer with an expired contract. Renewal replaces
 * resumption, with edit permission; a draft or pending dealer needs a new contract first.
 */
export const stepsOf = (
  dealer: { state: DealerState; contractTo: string | null },
  isAllowed: (permission: string) => boolean,
): DealerAction[] =>
  partnerSteps(dealers, dealerLifeCycle, dealer.state, isAllowed).flatMap((step): DealerAction[] => {
    if (!isForwardPartnerStep(step) || !isLapsed(dealer)) return [step];
    return step === 'resume' && isAllowed(dealers.permission('edit')) ? ['renew'] : [];
  });
