import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { currentLanguage, onSpeak } from './words.ts';

/** Calendars name months and weekdays in the language in use. Loaded with the first page that has one. */
const follow = () => dayjs.locale(currentLanguage() === 'zh-CN' ? 'zh-cn' : 'en');

follow();
onSpeak(follow);

export { dayjs };
