import { type InputOf, menus } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { useMemo, useState } from 'react';
import { getOf } from '../../../data/api.ts';
import { filtersOf, useListQuery } from '../../../data/list-query.ts';
import { useRights } from '../../../data/permission.tsx';
import { useTreeOrder } from '../../../data/tree-order.ts';
import { useWords } from '../../../data/words.ts';
import { EmptyList } from '../../../ui/empty-list.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Tool } from '../../../ui/list-tools.tsx';
import { OrderBar } from '../../../ui/order-bar.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RecordView } from '../../../ui/record-view.tsx';
import { ResourceForm } from '../../../ui/resource-form.tsx';
import { RowActions } from '../../../ui/row-actions.tsx';
import { SortArea, SortHandle } from '../../../ui/sort-handle.tsx';
import { treeOf } from '../../../ui/tree.ts';
import { matching } from '../../../ui/tree-search.ts';
import { ExpandAll, TreeTable, useExpansion } from '../../../ui/tree-table.tsx';
import { useAddOnArrival } from '../../../ui/use-add-on-arrival.ts';
import { useRemoval } from '../../../ui/use-removal.ts';
import { type MenuRow, menuColumns, type TreeRow } from './menu-columns.tsx';
import { MenuFields } from './menu-fields.tsx';
import { isCalled } from './menu-name.ts';
import './menu.css';

const names = { id: 'menuId', parentId: 'parentId' } as const;
/** Defaults of a new menu. */
const blank = { parentId: 0, menuType: 'M', orderNum: 1, isFrame: '1', isCache: '0', visible: '0', status: '0' } as const;

export default function MenuPage() {
  const t = useWords();
  const { hasPermi } = useRights();
  const may = (operation: 'add' | 'edit' | 'remove') => hasPermi(menus.permission(operation));
  const [query, narrow] = useListQuery();
  const list = useQuery(getOf<MenuRow[]>(menus, '/list'));
  const order = useTreeOrder(list.data, { of: menus, nameOf: ({ menuName }) => menuName });
  const filters = Object.fromEntries(filtersOf(query));
  const filtered = Object.keys(filters).length > 0;
  const { menuName, status, visible } = filters;
  const tree = useMemo(() => {
    const fits = (row: MenuRow) =>
      isCalled(row, menuName, order.rows ?? [], t) && (!status || row.status === status) && (!visible || row.visible === visible);
    return order.rows && treeOf<TreeRow>(matching(order.rows, names, fits), names);
  }, [order.rows, menuName, status, visible, t]);
  const expansion = useExpansion('menuId', tree);
  const [editing, setEditing] = useState<{ record?: MenuRow; blank?: Partial<InputOf<typeof menus>> }>();
  const [viewing, setViewing] = useState<MenuRow>();
  const remove = useRemoval(
    menus,
    ({ menuName }) => String(menuName),
    () => undefined,
  );
  const rowOf = (menuId: number) => list.data?.find((row) => row.menuId === menuId);
  const nextOrder = (parentId: number) =>
    Math.max(0, ...(order.rows ?? []).filter((row) => row.parentId === parentId).map(({ orderNum }) => orderNum)) + 1;
  const addFirst = () => setEditing({ blank: { ...blank, orderNum: nextOrder(0) } });
  // the proposed order follows the loaded rows
  const mayAdd = may('add') && !list.isPending;
  useAddOnArrival(mayAdd, addFirst);
  const addBelow = ({ menuId, menuType }: TreeRow) =>
    setEditing({ blank: { ...blank, parentId: menuId, menuType: menuType === 'M' ? 'C' : 'F', orderNum: nextOrder(menuId) } });
  const copy = ({ menuId, parentName, createBy, createTime, updateBy, updateTime, ...row }: TreeRow) =>
    setEditing({
      blank: {
        ...row,
        menuName: t('system.menu.copyAs', { name: row.menuName }),
        path: row.path && `${row.path}-copy`,
        routeName: '',
        orderNum: nextOrder(row.parentId),
      },
    });

  const handle = ({ menuId, menuName, parentId }: TreeRow) =>
    may('edit') && !filtered ? (
      <SortHandle id={menuId} group={parentId} label={t('kit.order.handle', { name: menuName })} onStep={(by) => order.step(menuId, by)} />
    ) : null;
  const columns = menuColumns(t, list.data ?? [], handle, (menuId) => setViewing(rowOf(menuId)));
  const editViewed = () => {
    if (viewing) setEditing({ record: viewing });
    setViewing(undefined);
  };
  const flags = (field: 'visible' | 'status') =>
    (['0', '1'] as const).map((value) => ({ value, label: t(`system.menu.${field}.${value}`) }));
  const addButton = may('add') && (
    <Button type="primary" icon={<Icon name="plus" />} disabled={!mayAdd} onClick={addFirst}>
      {t('kit.addNoun', { noun: t('system.menu') })}
    </Button>
  );

  return (
    <div className="page">
      <PageHeader title={t('system.menu.title')} purpose={t('system.menu.purpose')} actions={addButton} />
      <section className="card list-card">
        <FilterBar
          of={menus}
          query={query}
          narrow={narrow}
          toolbar={
            <>
              <ExpandAll expansion={expansion} />
              {may('edit') && (
                <Button onClick={order.save} loading={order.saving}>
                  {t('kit.order.save')}
                </Button>
              )}
            </>
          }
          tools={
            <Tool label={t('kit.refresh')} icon={<Icon name="reload" />} onClick={() => void list.refetch()} busy={list.isRefetching} />
          }
        >
          <Form.Item name="menuName" label={t('system.menu.menuName')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="status" label={t('system.menu.status')}>
            <Select options={flags('status')} allowClear />
          </Form.Item>
          <Form.Item name="visible" label={t('system.menu.visible')}>
            <Select options={flags('visible')} allowClear />
          </Form.Item>
        </FilterBar>
        <OrderBar order={order} />
        <SortArea onMove={order.moveTo}>
          <TreeTable<TreeRow>
            rowKey="menuId"
            columns={columns}
            tree={tree}
            expansion={expansion}
            error={list.error}
            onRetry={() => void list.refetch()}
            empty={
              <EmptyList noun={t('system.menu.many')} query={query} narrow={narrow}>
                {addButton}
              </EmptyList>
            }
            actions={(row) => (
              <RowActions
                name={row.menuName}
                own={
                  may('add') &&
                  row.menuType !== 'F' && (
                    <button type="button" className="row-link" onClick={() => addBelow(row)}>
                      {t('system.menu.addChild')}
                    </button>
                  )
                }
                onEdit={may('edit') ? () => setEditing({ record: rowOf(row.menuId) as MenuRow }) : undefined}
                onRemove={may('remove') ? () => void remove([row]) : undefined}
                more={[{ key: 'copy', label: t('kit.copy'), permission: menus.permission('add'), onClick: () => copy(row) }]}
              />
            )}
          />
        </SortArea>
      </section>
      {editing && (
        <ResourceForm resource={menus} record={editing.record} blank={editing.blank} onClose={() => setEditing(undefined)}>
          <MenuFields rows={list.data ?? []} editing={editing.record?.menuId} />
        </ResourceForm>
      )}
      {viewing && (
        <RecordView
          resource={menus}
          record={viewing}
          columns={columns.slice(1)}
          onClose={() => setViewing(undefined)}
          onEdit={may('edit') ? editViewed : undefined}
        />
      )}
    </div>
  );
}
