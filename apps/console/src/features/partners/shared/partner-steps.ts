import type { Resource } from '@suyuan/contract';
import type { Ask } from '../../../ui/use-life.ts';

const order = ['submit', 'approve', 'reject', 'resume', 'suspend', 'terminate'] as const;
export type PartnerStep = (typeof order)[number];

/** Confirmation of each step; missing steps need none. */
export const partnerQueries: Partial<Record<PartnerStep, Ask>> = {
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
  may: (permission: string) => boolean,
): PartnerStep[] => order.filter((step) => lifeCycle[step].from.includes(state) && may(of.permission(step)));

/** Steps that lead on; the others stop. */
export const leadsOn = (step: PartnerStep | undefined) => step === 'submit' || step === 'approve' || step === 'resume';

/** Whether master data and authorisation may be edited. */
export const isEditable = ({ state }: { state: string }) => state !== 'pending' && state !== 'terminated';
