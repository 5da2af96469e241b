import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { currentLanguage, onLanguageChange } from '../data/i18n.ts';
import { formatTime } from './time-format.tsx';

/** Calendars use the current language. */
const applyLocale = () => dayjs.locale(currentLanguage() === 'zh-CN' ? 'zh-cn' : 'en');

dayjs.extend(customParseFormat);
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
