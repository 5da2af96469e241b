import type { PartnerEvent, Resource } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getOf } from '../../../data/api.ts';
import { useWords } from '../../../data/words.ts';
import { History, LifeLine } from '../../../ui/detail.tsx';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/times.tsx';
import { toneOf } from '../../../ui/tones.ts';

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

type Of = Pick<Resource, 'word' | 'path'>;

const eventsOf = (of: Of, id: number) => getOf<PartnerEvent[]>(of, `/${id}/events`);

const ENDINGS = ['suspend', 'lapse', 'terminate'];

export function PartnerLife({ of, id, record, working }: { of: Of; id: number; record: Partner; working: string }) {
  const t = useWords();
  const { state, createBy, createTime, submitBy, submitTime, reviewBy, reviewTime } = record;
  const note = (who: string | null, when: string | null) =>
    when && (
      <>
        {who && <span className="life-who">{who} </span>}
        <TimeText value={when} />
      </>
    );
  const steps: [key: string, note: ReactNode][] = [
    ['draft', note(createBy, createTime)],
    ['pending', submitBy && note(submitBy, submitTime)],
    [working, reviewBy && note(reviewBy, reviewTime)],
  ];
  const off = state === 'suspended' || state === 'terminated';
  const { data: events } = useQuery({ ...eventsOf(of, id), enabled: off, meta: { ownErrors: true } });
  const ending = events?.find(({ action }) => ENDINGS.includes(action));
  return (
    <LifeLine
      label={t(of.word('life'))}
      steps={steps.map(([key, said]) => ({ key, title: t(of.word(`state.${key}`)), note: said }))}
      now={off ? working : state}
      {...(off && {
        off: t(of.word(`state.${state}`)),
        offTone: toneOf(state),
        offNote: ending && note(ending.userName, ending.eventTime),
      })}
    />
  );
}

/** Newest first. */
export function PartnerHistory({ of, id }: { of: Of; id: number }) {
  const t = useWords();
  const events = useQuery({ ...eventsOf(of, id), meta: { ownErrors: true } });
  if (events.error && !events.data) return <Failed error={events.error} onRetry={() => void events.refetch()} />;
  if (!events.data) return <Waiting rows={4} />;
  return (
    <History
      events={events.data.map(({ eventId, action, reason, userName, eventTime }) => ({
        key: eventId,
        who: userName || t(of.word('nobody')),
        what: t(of.word(`step.${action}`)),
        when: eventTime,
        // the label of an automatic lapse already includes the reason
        why: action === 'lapse' ? null : reason,
      }))}
    />
  );
}
