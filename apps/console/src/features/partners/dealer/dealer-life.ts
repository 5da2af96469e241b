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
import { useLife } from '../../../ui/use-life.ts';
import { partnerQueries, partnerSteps, leadsOn as stepLeadsOn } from '../shared/partner-steps.ts';

export { isEditable } from '../shared/partner-steps.ts';

export type Dealer = RecordOf<typeof dealers>;

const actions = {
  submit: submitDealer,
  approve: approveDealer,
  reject: rejectDealer,
  suspend: suspendDealer,
  resume: resumeDealer,
  terminate: terminateDealer,
};

export function useDealerLife() {
  const { take, busy } = useLife<DealerStep>({
    of: dealers,
    actions,
    asks: partnerQueries,
  });
  return {
    busy,
    take: (step: DealerStep, dealer: Pick<DealerNode, 'channelBusinessId' | 'channelBusinessName' | 'stockCount'>) =>
      take(step, dealer.channelBusinessId, { name: dealer.channelBusinessName, count: dealer.stockCount }),
  };
}

/** A step of the life cycle, or the renewal of an expired contract, which also resumes. */
export type DealerAct = DealerStep | 'renew';

export const leadsOn = (act: DealerAct) => act === 'renew' || stepLeadsOn(act);

/** Whether the contract ended before today, in the business time zone. */
export const isLapsed = ({ contractTo }: { contractTo: string | null }) =>
  contractTo !== null && contractTo < businessNow().format('YYYY-MM-DD');

/**
 * Available actions, the next step first. The server rejects every step to an active dealer with an expired contract. Renewal replaces
 * resumption, with edit permission; a draft or pending dealer needs a new contract first.
 */
export const stepsOf = (dealer: { state: DealerState; contractTo: string | null }, may: (permission: string) => boolean): DealerAct[] =>
  partnerSteps(dealers, dealerLifeCycle, dealer.state, may).flatMap((step): DealerAct[] => {
    if (!stepLeadsOn(step) || !isLapsed(dealer)) return [step];
    return step === 'resume' && may(dealers.permission('edit')) ? ['renew'] : [];
  });
