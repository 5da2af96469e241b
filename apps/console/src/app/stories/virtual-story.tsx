import { useState } from 'react';
import { groupDigits } from '../../kit/numbers.ts';
import { formatTime } from '../../kit/time-format.ts';
import { type VirtualColumn, VirtualTable } from '../../kit/virtual-table.tsx';
import { useWords } from '../../kit/words.ts';
import { Story } from './story.tsx';

const ROWS = 100_000;
const BEGIN = Date.UTC(2026, 0, 1);

interface Line {
  ordinal: number;
  serial: string;
  time: string;
  length: number;
}

const lineAt = (index: number): Line => ({
  ordinal: index + 1,
  serial: ((index + 1) * 2_654_435_761).toString(36).toUpperCase().padStart(12, '0'),
  time: formatTime(BEGIN + index * 61_000) ?? '',
  length: (index * 7919) % 1_000_003,
});

/** A hundred thousand rows, of which some thirty exist at a time. */
export default function VirtualStory() {
  const t = useWords();
  const [opened, open] = useState<Line>();
  const columns: VirtualColumn<Line>[] = [
    { key: 'ordinal', title: t('kit.row'), width: '96px', align: 'end', render: ({ ordinal }) => groupDigits(ordinal) },
    {
      key: 'serial',
      title: t('kit.story.serial'),
      width: 'minmax(176px, 1fr)',
      render: ({ serial }) => <span className="mono-text">{serial}</span>,
    },
    { key: 'time', title: t('kit.createTime'), width: '176px', render: ({ time }) => <span className="numeral">{time}</span> },
    { key: 'length', title: t('kit.story.number'), width: '120px', align: 'end', render: ({ length }) => groupDigits(length) },
  ];
  return (
    <Story name="VirtualTable" note={t('kit.story.virtual')}>
      <VirtualTable label={t('kit.story.virtual')} columns={columns} count={ROWS} rowAt={lineAt} onOpen={open} />
      <span role="status" className="mono-text">
        {opened ? `${groupDigits(opened.ordinal)} · ${opened.serial}` : '—'}
      </span>
    </Story>
  );
}
