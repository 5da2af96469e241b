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
import { useLife } from '../../../kit/use-life.ts';

export type Dealer = RecordOf<typeof channelBusinesses>;

const order = ['submit', 'approve', 'reject', 'resume', 'suspend', 'terminate'] as const satisfies readonly DealerStep[];

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
    asks: {
      approve: {},
      reject: { reason: 'needed' },
      suspend: { reason: 'needed', danger: true },
      resume: { reason: 'optional' },
      terminate: { reason: 'needed', danger: true, final: true },
    },
  });
  return {
    busy,
    take: (step: DealerStep, dealer: Pick<DealerNode, 'channelBusinessId' | 'channelBusinessName' | 'stockCount'>) =>
      take(step, dealer.channelBusinessId, { name: dealer.channelBusinessName, count: dealer.stockCount }),
  };
}

/** What the user may do with the dealer now, the step that leads on first. */
export const stepsOf = ({ state }: { state: DealerState }, may: (permission: string) => boolean): DealerStep[] =>
  order.filter((step) => {
    const from: readonly DealerState[] = dealerLifeCycle[step].from;
    return from.includes(state) && may(channelBusinesses.permission(step));
  });

/** Steps that lead on; the others stop. */
export const leadsOn = (step: DealerStep | undefined) => step === 'submit' || step === 'approve' || step === 'resume';

/** Whether what a dealer is may be edited, and what it may sell be changed. */
export const isEditable = ({ state }: { state: DealerState }) => state !== 'pending' && state !== 'terminated';
