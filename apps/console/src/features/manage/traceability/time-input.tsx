import { DatePicker } from 'antd';
import { dayjs } from '../../../kit/day.ts';

interface TimeInputProps {
  id?: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
}

/** A moment as the wire writes it, chosen to the minute. */
export const TimeInput = ({ id, value, onChange }: TimeInputProps) => (
  <DatePicker
    {...(id && { id })}
    showTime={{ format: 'HH:mm' }}
    format="YYYY-MM-DD HH:mm"
    value={value ? dayjs(value) : null}
    onChange={(moment) => onChange?.(moment?.format('YYYY-MM-DD HH:mm:ss') ?? null)}
    className="trace-time"
  />
);
