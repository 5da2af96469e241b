import { type BatchState, batches, batchLifeCycle } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../data/words.ts';
import { LifeLine, type LifeStep } from '../../../ui/detail.tsx';
import { TimeText } from '../../../ui/times.tsx';
import { toneOf } from '../../../ui/tones.ts';
import { eventsOf } from './batch-events.tsx';
import type { Batch } from './batch-steps.ts';

const line = ['draft', 'pending', 'approved', 'issued', 'active', 'closed'] as const satisfies readonly BatchState[];

/** The last step of the life cycle that a batch reached, even if it has left the line since. */
function reached({ state, submitTime, approveTime, issueTime, ownStatusCounts }: Batch): (typeof line)[number] {
  const on = line.find((step) => step === state);
  if (on) return on;
  if (state === 'issuing') return 'approved';
  const { issued = 0, printed = 0, frozen = 0, void: voided = 0, ...moving } = ownStatusCounts;
  if (issueTime) return Object.values(moving).some((count) => count > 0) ? 'active' : 'issued';
  return approveTime ? 'approved' : submitTime ? 'pending' : 'draft';
}

const stepsTo = (state: BatchState) => Object.entries(batchLifeCycle).flatMap(([step, { to }]) => (to === state ? [step] : []));

/** Life cycle of a batch as a line of steps with user and time. A state outside the line ends it. */
export function BatchLife({ batch }: { batch: Batch }) {
  const t = useWords();
  const { batchId, state, createBy, createTime, submitBy, submitTime, approveBy, approveTime, issueTime } = batch;
  const off = line.every((step) => step !== state) && state !== 'issuing';
  const { data: events } = useQuery({ ...eventsOf(batchId), enabled: off || issueTime !== null, meta: { ownErrors: true } });
  // the earliest: events are newest first, and foreign codes may be imported in several parts
  const issuing = events?.findLast(({ action }) => action === 'issued' || action === 'importCodes');
  // where the events go back to the issue, its earliest activation is the batch's first
  const activating = issuing && events?.findLast(({ action }) => action === 'activate');
  const closing = events?.find(({ action }) => action === 'close');
  const note = (who: string | null, when: string | null) =>
    when && (
      <>
        {who && <span className="life-who">{who} </span>}
        <TimeText value={when} />
      </>
    );
  const notes: Partial<Record<(typeof line)[number], LifeStep['note']>> = {
    draft: note(createBy, createTime),
    pending: submitBy && note(submitBy, submitTime),
    approved: approveBy && note(approveBy, approveTime),
    issued: note(issuing?.userName ?? null, issueTime),
    ...(activating && { active: note(activating.userName, activating.eventTime) }),
    ...(closing && state === 'closed' && { closed: note(closing.userName, closing.eventTime) }),
  };
  const word = (name: BatchState) => t(batches.word(`state.${name}`));
  const last = reached(batch);
  const leaving = events?.find(({ action, ordinalFrom }) => ordinalFrom === null && stepsTo(state).includes(action));
  const shown = off ? line.slice(0, line.indexOf(last) + 1) : line;
  const steps: LifeStep[] = shown.map((key) => ({
    key,
    title: key === 'issued' && state === 'issuing' ? word('issuing') : word(key),
    note: notes[key],
  }));
  return (
    <LifeLine
      label={t('manage.batch.life')}
      steps={steps}
      now={state === 'issuing' ? 'issued' : last}
      {...(off && { off: word(state), offTone: toneOf(state), offNote: leaving && note(leaving.userName, leaving.eventTime) })}
    />
  );
}
