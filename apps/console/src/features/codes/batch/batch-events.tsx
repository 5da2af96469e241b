import { type BatchEvent, batches, codes } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getOf } from '../../../data/api.ts';
import { useWords, valueWord } from '../../../data/words.ts';
import { type Happening, History } from '../../../ui/detail.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { spanText } from './bar-geometry.ts';

export const eventsOf = (batchId: number) => getOf<BatchEvent[]>(batches, `/${batchId}/events`);

/** Newest first. */
export function BatchEvents({ batchId }: { batchId: number }) {
  const t = useWords();
  const events = useQuery({ ...eventsOf(batchId), meta: { ownErrors: true } });
  if (events.error && !events.data) return <Failed error={events.error} onRetry={() => void events.refetch()} />;
  if (!events.data) return <Waiting rows={6} />;
  const happenings = events.data.map(
    ({ eventId, action, userName, eventTime, reason, level, codes: count, ordinalFrom, ordinalTo }): Happening => {
      const range = ordinalFrom !== null && ordinalTo !== null && spanText({ from: ordinalFrom, to: ordinalTo });
      return {
        key: eventId,
        who: userName || t('manage.batch.nobody'),
        what: (
          <>
            {valueWord(t, `manage.batch.step.${action}`, action)}
            {level !== null && level > 0 && <span className="event-range"> {t(codes.word(`level.${level}`))}</span>}
            {range && <span className="event-range numeral"> {range}</span>}
            {count !== null && count < (ordinalTo ?? 0) - (ordinalFrom ?? 1) + 1 && (
              <span className="event-range numeral"> {t('manage.batch.codes', { count: groupDigits(count) })}</span>
            )}
          </>
        ),
        when: eventTime,
        why: reason,
      };
    },
  );
  return <History events={happenings} />;
}
