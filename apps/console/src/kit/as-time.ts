import type { Dayjs } from 'dayjs';
import { dayjs } from './day.ts';

/** What a form item of an instant needs: the form keeps `YYYY-MM-DD HH:mm:ss`, as the wire writes it, and the picker its own. */
export const asTime = {
  getValueProps: (time: unknown) => ({ value: typeof time === 'string' ? dayjs(time) : undefined }),
  getValueFromEvent: (time: Dayjs | null) => time?.format('YYYY-MM-DD HH:mm:ss') ?? null,
};
