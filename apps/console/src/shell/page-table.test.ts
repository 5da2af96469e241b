import { expect, it } from 'vitest';
import { findPage, pageTable } from './page-table.tsx';
import type { PageRoute } from './routes.ts';

const row = (path: string, component: string, actions?: string[]): PageRoute => ({
  ...{ path, component, title: path, trail: [], noCache: false, hiddenHeader: false, link: undefined, actions },
});
const resolvePage = (pages: PageRoute[], path: string) =>
  findPage(
    pageTable({ menu: [], pages, redirects: [] }, () => true),
    path,
  );

it('gives the fixed pages of a menu row the actions of that row', () => {
  const rows = [
    row('/monitor/job', 'monitor/job/index', ['monitor:job:query']),
    row('/system/role', 'system/role/index', ['system:role:query']),
    row('/system/notice', 'system/notice/index', ['system:notice:add']),
    row('/tool/gen', 'tool/gen/index', ['tool:gen:query']),
  ];
  for (const [path, listed] of [
    ['/monitor/job/log', ['monitor:job:query']],
    ['/system/role/authUser', ['system:role:query']],
    ['/system/notice/form', ['system:notice:add']],
    ['/gen/edit', ['tool:gen:query']],
  ] as const)
    expect([path, resolvePage(rows, path)?.actions?.listed]).toEqual([path, listed]);
  expect(resolvePage(rows, '/monitor/job/log')?.actions).toMatchObject({ own: 'monitor:job:list', governs: ['monitor:job:'] });
});

it('allows a fixed page when the server sends no list or no matching row', () => {
  for (const rows of [[], [row('/monitor/job', 'monitor/job/index')]]) {
    expect(resolvePage(rows, '/monitor/job/log')?.actions).toBeUndefined();
    expect(resolvePage(rows, '/account/center')?.actions).toBeUndefined();
  }
});

it('finds a record page only by the number of its record', () => {
  const rows = [row('/manage/supplier', 'manage/supplier/index'), row('/manage/traceability', 'manage/traceability/index')];
  for (const path of ['/manage/supplier/new', '/manage/supplier/7', '/manage/supplier/7/edit', '/manage/traceability/template/new'])
    expect(resolvePage(rows, path), path).toBeDefined();
  for (const path of [
    '/manage/supplier/abc',
    '/manage/supplier/abc/edit',
    '/manage/supplier/07',
    '/manage/supplier/7%20',
    '/manage/supplier/0',
  ])
    expect(resolvePage(rows, path), path).toBeUndefined();
});
