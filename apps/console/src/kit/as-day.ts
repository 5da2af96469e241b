import type { Dayjs } from 'dayjs';
import { dayjs } from './day.ts';

/** What a form item of a calendar day needs: the form keeps `YYYY-MM-DD`, as the wire writes it, and the picker its own. */
export const asDay = {
  getValueProps: (day: unknown) => ({ value: typeof day === 'string' ? dayjs(day) : undefined }),
  getValueFromEvent: (day: Dayjs | null) => day?.format('YYYY-MM-DD') ?? null,
};
