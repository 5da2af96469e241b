import { type BatchEvent, batches } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getOf } from '../../../kit/api.ts';
import { type Happening, History } from '../../../kit/detail.tsx';
import { Failed, Waiting } from '../../../kit/states.tsx';
import { useWords, wordOr } from '../../../kit/words.ts';
import { spanText } from './bar-geometry.ts';

const eventsOf = (batchId: number) => getOf<BatchEvent[]>(batches, `/${batchId}/events`);

/** What happened to a batch and to runs of its codes, newest first. */
export function BatchEvents({ batchId }: { batchId: number }) {
  const t = useWords();
  const events = useQuery({ ...eventsOf(batchId), meta: { ownErrors: true } });
  if (events.error) return <Failed error={events.error} onRetry={() => void events.refetch()} />;
  if (!events.data) return <Waiting rows={6} />;
  const happenings = events.data.map(({ eventId, action, userName, eventTime, reason, ordinalFrom, ordinalTo }): Happening => {
    const word = wordOr(`manage.batch.step.${action}`);
    const range = ordinalFrom !== null && ordinalTo !== null && spanText({ from: ordinalFrom, to: ordinalTo });
    return {
      key: eventId,
      who: userName || t('manage.batch.nobody'),
      what: (
        <>
          {word ? t(word) : action}
          {range && <span className="event-range numeral"> {range}</span>}
        </>
      ),
      when: eventTime,
      why: reason,
    };
  });
  return <History events={happenings} />;
}
