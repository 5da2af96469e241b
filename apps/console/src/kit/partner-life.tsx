import type { PartnerEvent, Resource } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getOf } from './api.ts';
import { History, LifeLine } from './detail.tsx';
import { Failed, Waiting } from './states.tsx';
import { TimeText } from './times.tsx';
import { toneOf } from './tones.ts';
import { useWords } from './words.ts';

/** What suppliers and dealers share: drafted by one, reviewed by another, at work, and from there suspended or ended. */
interface Partner {
  state: string;
  createBy: string;
  createTime: string;
  submitBy: string | null;
  submitTime: string | null;
  reviewBy: string | null;
  reviewTime: string | null;
}

/** The life of a partner as a line; `working` is what its noun calls the state of being at work. */
export function PartnerLife({ of, record, working }: { of: Pick<Resource, 'word'>; record: Partner; working: string }) {
  const t = useWords();
  const { state, createBy, createTime, submitBy, submitTime, reviewBy, reviewTime } = record;
  const note = (who: string | null, when: string | null) =>
    who &&
    when && (
      <>
        <span className="life-who">{who} </span>
        <TimeText value={when} />
      </>
    );
  const steps: [key: string, note: ReturnType<typeof note>][] = [
    ['draft', note(createBy, createTime)],
    ['pending', note(submitBy, submitTime)],
    [working, note(reviewBy, reviewTime)],
  ];
  const off = state === 'suspended' || state === 'terminated';
  return (
    <LifeLine
      label={t(of.word('life'))}
      steps={steps.map(([key, said]) => ({ key, title: t(of.word(`state.${key}`)), note: said }))}
      now={off ? working : state}
      {...(off && { off: t(of.word(`state.${state}`)), offTone: toneOf(state) })}
    />
  );
}

/** Who did what to a partner, newest first. */
export function PartnerHistory({ of, id }: { of: Pick<Resource, 'word' | 'path'>; id: number }) {
  const t = useWords();
  const events = useQuery({ ...getOf<PartnerEvent[]>(of, `/${id}/events`), meta: { ownErrors: true } });
  if (events.error && !events.data) return <Failed error={events.error} onRetry={() => void events.refetch()} />;
  if (!events.data) return <Waiting rows={4} />;
  return (
    <History
      events={events.data.map(({ eventId, action, reason, userName, eventTime }) => ({
        key: eventId,
        who: userName || t(of.word('nobody')),
        what: t(of.word(`step.${action}`)),
        when: eventTime,
        why: reason,
      }))}
    />
  );
}
