import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { RecordCard, ShortCard } from './record-cards.tsx';

const columns = [
  { key: 'jobName', dataIndex: 'jobName', title: 'Job' },
  { key: 'jobMessage', dataIndex: 'jobMessage', title: 'Message', render: () => <span className="text-muted">—</span> },
  { key: 'costTime', dataIndex: 'costTime', title: 'Took' },
  { key: 'server', title: 'Server', render: () => '—' },
];
const row = { jobName: 'Check expiry dates', jobMessage: 'Check expiry dates took 111 ms', costTime: 111 };

it('leaves a fact out of a card if its cell shows a dash', () => {
  const card = { row, index: 0, columns: columns.slice(0, 3), actions: undefined };
  for (const html of [renderToStaticMarkup(<ShortCard of={{ fields: {} }} {...card} />), renderToStaticMarkup(<RecordCard {...card} />)]) {
    expect(html).toContain('111');
    expect(html).not.toContain('—');
    expect(html).not.toContain('Message');
  }
});

it('keeps a column that shows more than one value', () => {
  expect(renderToStaticMarkup(<RecordCard row={row} index={0} columns={columns} actions={undefined} />)).toContain('Server');
});

it('keeps a fact that shows a text for an empty value', () => {
  const receiver = {
    key: 'toName',
    dataIndex: 'toName',
    title: 'Receiver',
    render: (name: unknown) => (name ? String(name) : 'Own warehouse'),
  };
  const card = { row: { jobName: 'Return', toName: null }, index: 0, columns: [...columns.slice(0, 1), receiver], actions: undefined };
  expect(renderToStaticMarkup(<ShortCard of={{ fields: {} }} {...card} />)).toContain('Own warehouse');
});
