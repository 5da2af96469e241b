import type { Resource } from '@suyuan/contract';
import type { Ask } from '../../../ui/use-life.ts';

/** Steps of a partner's life, in the order in which they are offered. */
const order = ['submit', 'approve', 'reject', 'resume', 'suspend', 'terminate'] as const;
export type PartnerStep = (typeof order)[number];

/** What each step asks before it is taken; what is not here needs no question. */
export const partnerQueries: Partial<Record<PartnerStep, Ask>> = {
  approve: {},
  reject: { reason: 'needed' },
  suspend: { reason: 'needed', danger: true },
  resume: { reason: 'optional' },
  terminate: { reason: 'needed', danger: true, final: true },
};

/** What the user may do with a partner in `state`, the step that leads on first. */
export const partnerSteps = (
  of: Pick<Resource, 'permission'>,
  lifeCycle: Record<PartnerStep, { from: readonly string[] }>,
  state: string,
  may: (permission: string) => boolean,
): PartnerStep[] => order.filter((step) => lifeCycle[step].from.includes(state) && may(of.permission(step)));

/** Steps that lead on; the others stop. */
export const leadsOn = (step: PartnerStep | undefined) => step === 'submit' || step === 'approve' || step === 'resume';

/** Whether what a partner is may be edited, and what it may sell be changed. */
export const isEditable = ({ state }: { state: string }) => state !== 'pending' && state !== 'terminated';
