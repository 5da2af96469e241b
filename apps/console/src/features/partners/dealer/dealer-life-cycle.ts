import { type DealerStep, dealerLifeCycle, dealers, type RecordOf } from '@suyuan/contract';
import { businessNow } from '../../../ui/day.ts';
import { isForward } from '../../../ui/life-cycle.ts';

export type Dealer = RecordOf<typeof dealers>;

/** Whether the contract ended before today, in the business time zone. */
export const isLapsed = ({ contractTo }: { contractTo: string | null }) =>
  contractTo !== null && contractTo < businessNow().format('YYYY-MM-DD');

/**
 * The server rejects every step to an active dealer with an expired contract. Resuming then renews it, with edit permission; a draft or
 * pending dealer needs a new contract first.
 */
export const isStepAvailable = (dealer: { contractTo: string | null }, step: DealerStep, isAllowed: (permission: string) => boolean) =>
  !isForward(dealerLifeCycle, step) || !isLapsed(dealer) || (step === 'resume' && isAllowed(dealers.permission('edit')));
