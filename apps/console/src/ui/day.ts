import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { currentLanguage, onSpeak } from '../data/words.ts';
import { formatTime } from './time-format.ts';

/** Calendars use the current language. */
const follow = () => dayjs.locale(currentLanguage() === 'zh-CN' ? 'zh-cn' : 'en');

dayjs.extend(customParseFormat);
follow();
onSpeak(follow);

/** A date in API format; undefined if it is invalid or missing. */
export function dayOf(text: string | null | undefined) {
  const day = dayjs(text ?? '', 'YYYY-MM-DD', true);
  return day.isValid() ? day : undefined;
}

/** Now in the business time zone, independent of the browser's. */
export const businessNow = () => dayjs(formatTime(Date.now()));

// antd's pickers call `tz()` for the current time if dayjs has it
dayjs.extend((_option, Dayjs) => void Object.assign(Dayjs.prototype, { tz: businessNow }));

export { dayjs };
