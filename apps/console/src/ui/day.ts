import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import advancedFormat from 'dayjs/plugin/advancedFormat';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import isoWeek from 'dayjs/plugin/isoWeek';
import weekOfYear from 'dayjs/plugin/weekOfYear';
import { currentLanguage, onLanguageChange } from '../data/i18n.ts';
import { formatTime } from './time-format.tsx';

/** Calendars use the current language. */
const applyLocale = () => dayjs.locale(currentLanguage() === 'zh-CN' ? 'zh-cn' : 'en');

for (const plugin of [advancedFormat, customParseFormat, isoWeek, weekOfYear]) dayjs.extend(plugin);

// weeks of ISO 8601 in English too, as in Chinese: pickers show and number the weeks that forms store
const englishOrdinal = dayjs.Ls.en?.ordinal;
Object.assign(dayjs.Ls.en ?? {}, {
  weekStart: 1,
  yearStart: 4,
  ordinal: (count: number, unit?: string) => (unit === 'W' ? `[W${String(count).padStart(2, '0')}]` : englishOrdinal?.(count)),
});

applyLocale();
onLanguageChange(applyLocale);

/** A date in API format; undefined if it is invalid or missing. */
export function parseDay(text: string | null | undefined) {
  const day = dayjs(text ?? '', 'YYYY-MM-DD', true);
  return day.isValid() ? day : undefined;
}

/** Now in the business time zone, independent of the browser's. */
export const businessNow = () => dayjs(formatTime(Date.now()));

// antd's pickers call `tz()` for the current time if dayjs has it
dayjs.extend((_option, Dayjs) => void Object.assign(Dayjs.prototype, { tz: businessNow }));

export { dayjs };
