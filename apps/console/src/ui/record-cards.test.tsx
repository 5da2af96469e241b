import type { Resource } from '@suyuan/contract';
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

it('shows a list of names as a fact, and two facts without a date on a line each', () => {
  const fields = { userName: { kind: 'text' }, roles: { kind: 'json' }, tones: { kind: 'json' } } as unknown as Resource['fields'];
  const userColumns = [
    { key: 'nickName', dataIndex: 'nickName', title: 'Name' },
    { key: 'label', dataIndex: 'nickName', title: 'Label', responsive: ['md' as const] },
    { key: 'userName', dataIndex: 'userName', title: 'User name' },
    { key: 'roles', dataIndex: 'roles', title: 'Roles', render: () => 'Planner, Approver' },
    { key: 'tones', dataIndex: 'tones', title: 'Tones', render: () => <svg /> },
  ];
  const user = { nickName: 'Lin', userName: 'lin', roles: [1], tones: [1] };
  const html = renderToStaticMarkup(<ShortCard of={{ fields }} row={user} index={0} columns={userColumns} actions={undefined} />);
  const lines = [...html.matchAll(/<dl.*?<\/dl>/g)].map(([list]) =>
    list
      .replace(/<[^>]+>/g, ' ')
      .trim()
      .split(/\s{2,}/),
  );
  expect(lines).toEqual([
    ['User name', 'lin'],
    ['Roles', 'Planner, Approver'],
  ]);
});
