import type { PartnerEvent, Resource } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { History, LifecycleTimeline } from '../../../ui/detail.tsx';
import type { StepConfirmation } from '../../../ui/record-actions.ts';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { toneOfStatus } from '../../../ui/status-tones.tsx';
import { TimeText } from '../../../ui/time-format.tsx';

const stepOrder = ['submit', 'approve', 'reject', 'resume', 'suspend', 'terminate'] as const;
type PartnerStep = (typeof stepOrder)[number];

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

/** Common life cycle of suppliers and dealers: draft, review by a second person, active, suspended or terminated. */
interface Partner {
  state: string;
  createBy: string;
  createTime: string;
  submitBy: string | null;
  submitTime: string | null;
  reviewBy: string | null;
  reviewTime: string | null;
}

type PartnerResource = Pick<Resource, 'word' | 'path'>;

const eventsQueryOptions = (of: PartnerResource, id: number) => getQueryOptions<PartnerEvent[]>(of, `/${id}/events`);

const ENDING_ACTIONS = ['suspend', 'lapse', 'terminate'];

export function PartnerLifecycle({
  of,
  id,
  record,
  activeState,
}: {
  of: PartnerResource;
  id: number;
  record: Partner;
  activeState: string;
}) {
  const t = useTranslations();
  const { state, createBy, createTime, submitBy, submitTime, reviewBy, reviewTime } = record;
  const note = (userName: string | null, time: string | null) =>
    time && (
      <>
        {userName && <span className="life-who">{userName} </span>}
        <TimeText value={time} />
      </>
    );
  const steps: [key: string, note: ReactNode][] = [
    ['draft', note(createBy, createTime)],
    ['pending', submitBy && note(submitBy, submitTime)],
    [activeState, reviewBy && note(reviewBy, reviewTime)],
  ];
  const isEnded = state === 'suspended' || state === 'terminated';
  const { data: events } = useQuery({ ...eventsQueryOptions(of, id), enabled: isEnded, meta: { ownErrors: true } });
  const endingEvent = events?.find(({ action }) => ENDING_ACTIONS.includes(action));
  return (
    <LifecycleTimeline
      label={t(of.word('life'))}
      steps={steps.map(([key, stepNote]) => ({ key, title: t(of.word(`state.${key}`)), note: stepNote }))}
      current={isEnded ? activeState : state}
      {...(isEnded && {
        exceptionState: t(of.word(`state.${state}`)),
        exceptionTone: toneOfStatus(state),
        exceptionNote: endingEvent && note(endingEvent.userName, endingEvent.eventTime),
      })}
    />
  );
}

/** Newest first. */
export function PartnerHistory({ of, id }: { of: PartnerResource; id: number }) {
  const t = useTranslations();
  const events = useQuery({ ...eventsQueryOptions(of, id), meta: { ownErrors: true } });
  if (events.error && !events.data) return <ErrorState error={events.error} onRetry={() => void events.refetch()} />;
  if (!events.data) return <LoadingState rows={4} />;
  return (
    <History
      events={events.data.map(({ eventId, action, reason, userName, eventTime }) => ({
        key: eventId,
        actor: userName || t(of.word('nobody')),
        action: t(of.word(`step.${action}`)),
        time: eventTime,
        // the label of an automatic lapse already includes the reason
        reason: action === 'lapse' ? null : reason,
      }))}
    />
  );
}
