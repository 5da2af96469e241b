import {
  approveDealer,
  channelBusinesses,
  type DealerNode,
  type DealerState,
  type DealerStep,
  dealerLifeCycle,
  type RecordOf,
  rejectDealer,
  resumeDealer,
  submitDealer,
  suspendDealer,
  terminateDealer,
} from '@suyuan/contract';
import { partnerAsks, partnerSteps } from '../../../kit/partner-steps.ts';
import { useLife } from '../../../kit/use-life.ts';

export { isEditable, leadsOn } from '../../../kit/partner-steps.ts';

export type Dealer = RecordOf<typeof channelBusinesses>;

const actions = {
  submit: submitDealer,
  approve: approveDealer,
  reject: rejectDealer,
  suspend: suspendDealer,
  resume: resumeDealer,
  terminate: terminateDealer,
};

/** Takes a dealer's steps with the question that each asks. */
export function useDealerLife() {
  const { take, busy } = useLife<DealerStep>({
    of: channelBusinesses,
    actions,
    asks: partnerAsks,
  });
  return {
    busy,
    take: (step: DealerStep, dealer: Pick<DealerNode, 'channelBusinessId' | 'channelBusinessName' | 'stockCount'>) =>
      take(step, dealer.channelBusinessId, { name: dealer.channelBusinessName, count: dealer.stockCount }),
  };
}

/** What the user may do with the dealer now, the step that leads on first. */
export const stepsOf = ({ state }: { state: DealerState }, may: (permission: string) => boolean): DealerStep[] =>
  partnerSteps(channelBusinesses, dealerLifeCycle, state, may);
