import { onlineSessions } from '@suyuan/contract';
import { expect, test } from 'vitest';
import { type Cells, columnsOf } from './columns.tsx';

const loginTimeColumn = (cells: Cells<typeof onlineSessions> = {}) =>
  columnsOf(onlineSessions, cells).find(({ key }) => key === 'loginTime');

test('aligns numbers and their heading at the right', () => {
  expect(loginTimeColumn()).toMatchObject({ align: 'right', className: 'tabular-nums' });
});

test('aligns the heading as well where a page shows a number as text', () => {
  expect(loginTimeColumn({ loginTime: { align: 'left' } })).toMatchObject({ align: 'left', className: '' });
});
