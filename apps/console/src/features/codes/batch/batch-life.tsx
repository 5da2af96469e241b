import { type BatchState, batches, batchLifeCycle } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '../../../data/words.ts';
import { type LifecycleStep, LifecycleTimeline } from '../../../ui/detail.tsx';
import { TimeText } from '../../../ui/times.tsx';
import { toneOfStatus } from '../../../ui/tones.ts';
import { batchEventsQueryOptions } from './batch-events.tsx';
import type { Batch } from './batch-steps.ts';

const MAIN_STATES = ['draft', 'pending', 'approved', 'issued', 'active', 'closed'] as const satisfies readonly BatchState[];

/** The last step of the life cycle that a batch reached, even if it has left the line since. */
function lastReachedState({ state, submitTime, approveTime, issueTime, ownStatusCounts }: Batch): (typeof MAIN_STATES)[number] {
  const mainState = MAIN_STATES.find((step) => step === state);
  if (mainState) return mainState;
  if (state === 'issuing') return 'approved';
  const { issued = 0, printed = 0, frozen = 0, void: voided = 0, ...laterCounts } = ownStatusCounts;
  if (issueTime) return Object.values(laterCounts).some((count) => count > 0) ? 'active' : 'issued';
  return approveTime ? 'approved' : submitTime ? 'pending' : 'draft';
}

const stepsLeadingTo = (state: BatchState) => Object.entries(batchLifeCycle).flatMap(([step, { to }]) => (to === state ? [step] : []));

/** Life cycle of a batch as a line of steps with user and time. A state outside the line ends it. */
export function BatchLifecycle({ batch }: { batch: Batch }) {
  const t = useTranslations();
  const { batchId, state, createBy, createTime, submitBy, submitTime, approveBy, approveTime, issueTime } = batch;
  const hasLeftMainLine = MAIN_STATES.every((step) => step !== state) && state !== 'issuing';
  const { data: events } = useQuery({
    ...batchEventsQueryOptions(batchId),
    enabled: hasLeftMainLine || issueTime !== null,
    meta: { ownErrors: true },
  });
  // the earliest: events are newest first, and foreign codes may be imported in several parts
  const issueEvent = events?.findLast(({ action }) => action === 'issued' || action === 'importCodes');
  // where the events go back to the issue, its earliest activation is the batch's first
  const activationEvent = issueEvent && events?.findLast(({ action }) => action === 'activate');
  const closeEvent = events?.find(({ action }) => action === 'close');
  const note = (userName: string | null, time: string | null) =>
    time && (
      <>
        {userName && <span className="life-who">{userName} </span>}
        <TimeText value={time} />
      </>
    );
  const notes: Partial<Record<(typeof MAIN_STATES)[number], LifecycleStep['note']>> = {
    draft: note(createBy, createTime),
    pending: submitBy && note(submitBy, submitTime),
    approved: approveBy && note(approveBy, approveTime),
    issued: note(issueEvent?.userName ?? null, issueTime),
    ...(activationEvent && { active: note(activationEvent.userName, activationEvent.eventTime) }),
    ...(closeEvent && state === 'closed' && { closed: note(closeEvent.userName, closeEvent.eventTime) }),
  };
  const stateLabel = (name: BatchState) => t(batches.word(`state.${name}`));
  const lastState = lastReachedState(batch);
  const leavingEvent = events?.find(({ action, ordinalFrom }) => ordinalFrom === null && stepsLeadingTo(state).includes(action));
  const visibleStates = hasLeftMainLine ? MAIN_STATES.slice(0, MAIN_STATES.indexOf(lastState) + 1) : MAIN_STATES;
  const steps: LifecycleStep[] = visibleStates.map((key) => ({
    key,
    title: key === 'issued' && state === 'issuing' ? stateLabel('issuing') : stateLabel(key),
    note: notes[key],
  }));
  return (
    <LifecycleTimeline
      label={t('manage.batch.life')}
      steps={steps}
      current={state === 'issuing' ? 'issued' : lastState}
      {...(hasLeftMainLine && {
        exceptionState: stateLabel(state),
        exceptionTone: toneOfStatus(state),
        exceptionNote: leavingEvent && note(leavingEvent.userName, leavingEvent.eventTime),
      })}
    />
  );
}
