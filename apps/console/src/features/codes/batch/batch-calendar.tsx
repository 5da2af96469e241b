import { batchCalendar, batches, type CalendarDay } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { endpointQueryOptions, filterEntries, type ListQuery } from '../../../data/api.ts';
import { currentLanguage, useTranslations } from '../../../data/i18n.ts';
import { useIsNarrowScreen } from '../../../ui/breakpoint.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { businessNow, dayjs } from '../../../ui/day.ts';
import { Icon } from '../../../ui/icon.tsx';
import { cardNumber, groupDigits } from '../../../ui/number-format.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { QueryState } from '../../../ui/states.tsx';
import { batchPath } from './batch-list.tsx';

interface BatchCalendarProps {
  query: ListQuery;
  /** `2026-11`; absent: the current month. */
  month: string | undefined;
  by: 'made' | 'expiry';
  updateQuery: (changes: Record<string, unknown>) => void;
}

interface Cell {
  key: string;
  /** Absent: a day of a neighbouring month. */
  day?: string;
}

/** Weeks of a month from Monday on; days of neighbouring months are blank. */
function weeksOf(month: string): Cell[][] {
  const first = dayjs(`${month}-01`);
  const start = first.subtract((first.day() + 6) % 7, 'day');
  const cells = Array.from({ length: 42 }, (_, index): Cell => {
    const day = start.add(index, 'day').format('YYYY-MM-DD');
    return day.startsWith(month) ? { key: day, day } : { key: day };
  });
  return [0, 1, 2, 3, 4, 5].map((week) => cells.slice(week * 7, week * 7 + 7)).filter((week) => week.some(({ day }) => day));
}

/** Batches by production or expiry day. Below 768 pixels only days with batches are listed. */
export function BatchCalendar({ query, month = businessNow().format('YYYY-MM'), by, updateQuery }: BatchCalendarProps) {
  const t = useTranslations();
  const isNarrow = useIsNarrowScreen();
  const filters = Object.fromEntries(filterEntries(query));
  const days = useQuery({
    ...endpointQueryOptions(batchCalendar, { ...filters, month, by }),
    placeholderData: keepPreviousData,
  });
  const language = currentLanguage();
  const title = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long' }).format(new Date(`${month}-01T12:00:00`));
  const weekdays = Array.from({ length: 7 }, (_, day) =>
    new Intl.DateTimeFormat(language, { weekday: 'short' }).format(new Date(2024, 0, 1 + day)),
  );
  const changeMonth = (by: number) => updateQuery({ month: dayjs(`${month}-01`).add(by, 'month').format('YYYY-MM') });
  const dayByDate = new Map(days.data?.map((day) => [day.day, day]));
  const today = businessNow().format('YYYY-MM-DD');
  const openDay = (day: string) =>
    updateQuery({ view: undefined, month: undefined, by: undefined, [`${by}BeginTime`]: day, [`${by}EndTime`]: day });
  return (
    <div className="pb-4">
      <div className="my-4 flex flex-wrap items-center gap-2">
        <Button
          aria-label={t('manage.batch.calendar.before')}
          icon={<Icon name="down" className="rotate-90" />}
          onClick={() => changeMonth(-1)}
        />
        <Button onClick={() => updateQuery({ month: undefined })}>{t('manage.batch.calendar.today')}</Button>
        <Button
          aria-label={t('manage.batch.calendar.after')}
          icon={<Icon name="down" className="-rotate-90" />}
          onClick={() => changeMonth(1)}
        />
        <h2 className="m-0 flex-1 text-base font-semibold" aria-live="polite">
          {t('manage.batch.calendar.title', { month: title })}
        </h2>
        <Segmented
          aria-label={t('manage.batch.by')}
          value={by}
          options={(['made', 'expiry'] as const).map((value) => ({ value, label: t(`manage.batch.calendar.${value}`) }))}
          onChange={(value) => updateQuery({ by: value === 'made' ? undefined : value, month })}
        />
      </div>
      {!days.data && <QueryState query={days} rows={12} />}
      {days.data?.length === 0 && <p className="mt-0 mb-4 text-muted">{t('manage.batch.calendar.none')}</p>}
      {days.data && isNarrow && (
        <ul className="m-0 list-none p-0">
          {days.data.map((day) => (
            <li key={day.day} className="border-t border-line py-3">
              <h3 className="m-0 text-sm font-semibold tabular-nums">{day.day}</h3>
              <DayBatches day={day} onMore={() => openDay(day.day)} />
            </li>
          ))}
        </ul>
      )}
      {days.data && !isNarrow && (
        <table className={`w-full table-fixed border-collapse ${days.isPlaceholderData ? 'opacity-60' : ''}`}>
          <thead>
            <tr>
              {weekdays.map((name) => (
                <th key={name} scope="col" className="p-2 text-left font-normal text-muted">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(month).map((week) => (
              <tr key={week[0]?.key}>
                {week.map(({ key, day }) => {
                  const calendarDay = day && dayByDate.get(day);
                  const isToday = day === today;
                  return (
                    <td
                      key={key}
                      className={`h-24 border border-line px-2 py-1 align-top ${isToday ? 'bg-primary-ground' : ''}`}
                      aria-current={isToday ? 'date' : undefined}
                    >
                      {day && (
                        <time dateTime={day} className={`text-xs ${isToday ? 'font-semibold text-primary-ink' : 'text-muted'}`}>
                          {Number(day.slice(8))}
                        </time>
                      )}
                      {calendarDay && <DayBatches day={calendarDay} onMore={() => openDay(calendarDay.day)} />}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function DayBatches({ day: { count, quantity, batches: listedBatches }, onMore }: { day: CalendarDay; onMore: () => void }) {
  const t = useTranslations();
  const moreCount = count - listedBatches.length;
  return (
    <>
      <ul className="mt-1 mb-0 list-none p-0 text-xs/5">
        {listedBatches.map(({ batchId, batchNo, categoryName, state }) => (
          <li key={batchId} title={`${batchNo} ${categoryName}`} className="mb-1 overflow-hidden whitespace-nowrap">
            <span className="flex gap-2">
              <RowLink to={batchPath(batchId)} strong>
                <span className="mono-text">{batchNo}</span>
              </RowLink>
              <CodeBadge of={batches} field="state" value={state} />
            </span>
            <span className="block truncate text-muted">{categoryName}</span>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="text-link max-w-full truncate text-xs"
        title={t('manage.batch.calendar.count', { count, quantity: groupDigits(quantity) })}
        onClick={onMore}
      >
        {moreCount > 0
          ? t('manage.batch.calendar.more', { count: moreCount })
          : t('manage.batch.calendar.count', { count, quantity: cardNumber(quantity, currentLanguage()) })}
      </button>
    </>
  );
}
