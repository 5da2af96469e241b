import type { Resource } from '@suyuan/contract';
import type { StepConfirmation } from '../../../ui/use-life.ts';

const stepOrder = ['submit', 'approve', 'reject', 'resume', 'suspend', 'terminate'] as const;
export type PartnerStep = (typeof stepOrder)[number];

/** Confirmation of each step; missing steps need none. */
export const partnerConfirmations: Partial<Record<PartnerStep, StepConfirmation>> = {
  approve: {},
  reject: { reason: 'needed' },
  suspend: { reason: 'needed', danger: true },
  resume: { reason: 'optional' },
  terminate: { reason: 'needed', danger: true, final: true },
};

/** Steps that state and permissions allow, the next one first. */
export const partnerSteps = (
  of: Pick<Resource, 'permission'>,
  lifeCycle: Record<PartnerStep, { from: readonly string[] }>,
  state: string,
  isAllowed: (permission: string) => boolean,
): PartnerStep[] => stepOrder.filter((step) => lifeCycle[step].from.includes(state) && isAllowed(of.permission(step)));

/** Steps that lead on; the others stop. */
export const isForwardStep = (step: PartnerStep | undefined) => step === 'submit' || step === 'approve' || step === 'resume';

/** Whether master data and authorisation may be edited. */
export const isEditable = ({ state }: { state: string }) => state !== 'pending' && state !== 'terminated';
