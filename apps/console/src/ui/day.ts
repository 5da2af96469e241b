import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { currentLanguage, onSpeak } from '../data/words.ts';
import { formatTime } from './time-format.ts';

/** Calendars name months and weekdays in the language in use. Loaded with the first page that has one. */
const follow = () => dayjs.locale(currentLanguage() === 'zh-CN' ? 'zh-cn' : 'en');

dayjs.extend(customParseFormat);
follow();
onSpeak(follow);

/** A day of the wire as calendars reckon with it; undefined where the text is none, or none yet. */
export function dayOf(text: string | null | undefined) {
  const day = dayjs(text ?? '', 'YYYY-MM-DD', true);
  return day.isValid() ? day : undefined;
}

/** Now on the clock of the business time zone, whatever zone the browser is in. */
export const businessNow = () => dayjs(formatTime(Date.now()));

// antd's pickers take their current time from `tz()`, where dayjs has it
dayjs.extend((_option, Dayjs) => void Object.assign(Dayjs.prototype, { tz: businessNow }));

export { dayjs };
