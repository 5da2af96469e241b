import { type BatchEvent, batches, codes } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getQueryOptions } from '../../../data/api.ts';
import { translateValue, useTranslations } from '../../../data/words.ts';
import { History, type HistoryEvent } from '../../../ui/detail.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { spanText } from './bar-geometry.ts';

export const batchEventsQueryOptions = (batchId: number) => getQueryOptions<BatchEvent[]>(batches, `/${batchId}/events`);

/** Newest first. */
export function BatchEvents({ batchId }: { batchId: number }) {
  const t = useTranslations();
  const events = useQuery({ ...batchEventsQueryOptions(batchId), meta: { ownErrors: true } });
  if (events.error && !events.data) return <ErrorState error={events.error} onRetry={() => void events.refetch()} />;
  if (!events.data) return <LoadingState rows={6} />;
  const entries = events.data.map(
    ({ eventId, action, userName, eventTime, reason, level, codes: count, ordinalFrom, ordinalTo }): HistoryEvent => {
      const range = ordinalFrom !== null && ordinalTo !== null && spanText({ from: ordinalFrom, to: ordinalTo });
      return {
        key: eventId,
        actor: userName || t('manage.batch.nobody'),
        action: (
          <>
            {translateValue(t, `manage.batch.step.${action}`, action)}
            {level !== null && level > 0 && <span className="event-range"> {t(codes.word(`level.${level}`))}</span>}
            {range && <span className="event-range numeral"> {range}</span>}
            {count !== null && count < (ordinalTo ?? 0) - (ordinalFrom ?? 1) + 1 && (
              <span className="event-range numeral"> {t('manage.batch.codes', { count: groupDigits(count) })}</span>
            )}
          </>
        ),
        time: eventTime,
        reason,
      };
    },
  );
  return <History events={entries} />;
}
