import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { QuickActions, quickActions } from './quick-actions.tsx';

const { permissions } = vi.hoisted(() => ({ permissions: new Set<string>() }));
vi.mock('../../data/i18n.ts', () => ({ useTranslations: () => (key: string) => key }));
vi.mock('../../data/server-info.ts', () => ({ hasExtension: () => true }));
vi.mock('../../data/permission.tsx', () => ({ usePermissions: () => ({ hasPermi: (wanted: string) => permissions.has(wanted) }) }));
vi.mock('../session.ts', () => ({
  useSession: () => ({
    routers: [
      'batch',
      'code',
      'codeRecord',
      'category',
      'supplier',
      'codeRule',
      'dispatch',
      'codeCase',
      'traceability',
      'codeList',
      'channelBusiness',
      'handover',
    ].map((page) => ({ component: `manage/${page}/index` })),
  }),
}));

function actionsOf(...granted: string[]) {
  permissions.clear();
  for (const each of granted) permissions.add(each);
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <QuickActions />
    </MemoryRouter>,
  );
  return [...html.matchAll(/<span>(.*?)<\/span>/g)].map(([, word]) => word);
}

it('offers the dealer desk new dealers, and printing staff their print orders', () => {
  expect(actionsOf('manage:channelBusiness:list', 'manage:channelBusiness:add')).toEqual(['shell.newDealer']);
  expect(actionsOf('manage:handover:list', 'manage:batch:list')).toEqual(['shell.printOrders']);
});

it('offers a warehouse clerk shipments and bulk actions', () => {
  const granted = ['manage:code:list', 'manage:dispatch:add', 'manage:codeList:list'];
  expect(actionsOf(...granted)).toEqual(['shell.findCode', 'shell.newShipment', 'shell.bulkActions']);
});

it('offers a quality officer cases and trace records', () => {
  const granted = ['manage:codeRecord:list', 'manage:codeCase:assign', 'manage:traceability:add'];
  expect(actionsOf(...granted)).toEqual(['shell.seeScans', 'shell.handleCases', 'shell.fillTrace']);
});

it('shows at most six', () => {
  expect(actionsOf(...quickActions.map(({ needs }) => needs))).toEqual(quickActions.slice(0, 6).map(({ word }) => word));
});
