import { DatePicker } from 'antd';
import { dayjs } from '../../../kit/day.ts';

/** A moment as the wire writes it, chosen to the minute. */
export function MomentInput({ id, value, onChange }: { id?: string; value?: string | null; onChange?: (value: string | null) => void }) {
  return (
    <DatePicker
      {...(id && { id })}
      showTime={{ format: 'HH:mm' }}
      needConfirm={false}
      format="YYYY-MM-DD HH:mm"
      value={value ? dayjs(value) : null}
      onChange={(moment) => onChange?.(moment?.format('YYYY-MM-DD HH:mm:00') ?? null)}
    />
  );
}
