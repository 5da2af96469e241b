import { type InputOf, menus } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { useMemo, useState } from 'react';
import { filterEntries, getQueryOptions, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { useTreeOrder } from '../../../data/tree-order.ts';
import { EmptyList, FilterBar } from '../../../ui/filter-bar.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ToolButton } from '../../../ui/list-tools.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useConfirmRemove } from '../../../ui/record-actions.ts';
import { RecordView } from '../../../ui/record-view.tsx';
import { ResourceForm, useOpenAddForm } from '../../../ui/resource-form.tsx';
import { RowActions } from '../../../ui/row-actions.tsx';
import { OrderBar, SortArea, SortHandle } from '../../../ui/sort-handle.tsx';
import { buildTree, filterTree } from '../../../ui/tree.ts';
import { ExpandAll, TreeTable, useExpansion } from '../../../ui/tree-table.tsx';
import { MenuFields } from './menu-fields.tsx';
import { type MenuRow, matchesMenuName, menuColumns, type TreeRow } from './menu-rows.tsx';
import './menu.css';

const names = { id: 'menuId', parentId: 'parentId' } as const;
/** Defaults of a new menu. */
const blank = { parentId: 0, menuType: 'M', orderNum: 1, isFrame: '1', isCache: '0', visible: '0', status: '0' } as const;

export default function MenuPage() {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const isAllowed = (operation: 'add' | 'edit' | 'remove') => hasPermi(menus.permission(operation));
  const [query, updateQuery] = useListQuery();
  const list = useQuery(getQueryOptions<MenuRow[]>(menus, '/list'));
  const order = useTreeOrder(list.data, { resource: menus, nameOf: ({ menuName }) => menuName });
  const filters = Object.fromEntries(filterEntries(query));
  const filtered = Object.keys(filters).length > 0;
  const { menuName, status, visible } = filters;
  const tree = useMemo(() => {
    const isMatch = (row: MenuRow) =>
      matchesMenuName(row, menuName, order.rows ?? [], t) && (!status || row.status === status) && (!visible || row.visible === visible);
    return order.rows && buildTree<TreeRow>(filterTree(order.rows, names, isMatch), names);
  }, [order.rows, menuName, status, visible, t]);
  const expansion = useExpansion('menuId', tree);
  const [editing, setEditing] = useState<{ record?: MenuRow; blank?: Partial<InputOf<typeof menus>> }>();
  const [viewing, setViewing] = useState<MenuRow>();
  const remove = useConfirmRemove(
    menus,
    ({ menuName }) => String(menuName),
    () => undefined,
  );
  const findRow = (menuId: number) => list.data?.find((row) => row.menuId === menuId);
  const nextOrder = (parentId: number) =>
    Math.max(0, ...(order.rows ?? []).filter((row) => row.parentId === parentId).map(({ orderNum }) => orderNum)) + 1;
  const addFirst = () => setEditing({ blank: { ...blank, orderNum: nextOrder(0) } });
  // the proposed order follows the loaded rows
  const mayAdd = isAllowed('add') && !list.isPending;
  useOpenAddForm(mayAdd, addFirst);
  const addChild = ({ menuId, menuType }: TreeRow) =>
    setEditing({ blank: { ...blank, parentId: menuId, menuType: menuType === 'M' ? 'C' : 'F', orderNum: nextOrder(menuId) } });
  const copyMenu = ({ menuId, parentName, createBy, createTime, updateBy, updateTime, ...row }: TreeRow) =>
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
    isAllowed('edit') && !filtered ? (
      <SortHandle id={menuId} group={parentId} label={t('kit.order.handle', { name: menuName })} onStep={(by) => order.step(menuId, by)} />
    ) : null;
  const columns = menuColumns(t, list.data ?? [], handle, (menuId) => setViewing(findRow(menuId)));
  const editViewed = () => {
    if (viewing) setEditing({ record: viewing });
    setViewing(undefined);
  };
  const flags = (field: 'visible' | 'status') =>
    (['0', '1'] as const).map((value) => ({ value, label: t(`system.menu.${field}.${value}`) }));
  const addButton = isAllowed('add') && (
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
          updateQuery={updateQuery}
          toolbar={
            <>
              <ExpandAll expansion={expansion} />
              {isAllowed('edit') && (
                <Button onClick={order.save} loading={order.saving}>
                  {t('kit.order.save')}
                </Button>
              )}
            </>
          }
          tools={
            <ToolButton
              label={t('kit.refresh')}
              icon={<Icon name="reload" />}
              onClick={() => void list.refetch()}
              busy={list.isRefetching}
            />
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
              <EmptyList noun={t('system.menu.many')} query={query} updateQuery={updateQuery}>
                {addButton}
              </EmptyList>
            }
            actions={(row) => (
              <RowActions
                name={row.menuName}
                primaryAction={
                  isAllowed('add') &&
                  row.menuType !== 'F' && (
                    <button type="button" className="row-link" onClick={() => addChild(row)}>
                      {t('system.menu.addChild')}
                    </button>
                  )
                }
                onEdit={isAllowed('edit') ? () => setEditing({ record: findRow(row.menuId) as MenuRow }) : undefined}
                onRemove={isAllowed('remove') ? () => void remove([row]) : undefined}
                moreActions={[{ key: 'copy', label: t('kit.copy'), permission: menus.permission('add'), onClick: () => copyMenu(row) }]}
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
          onEdit={isAllowed('edit') ? editViewed : undefined}
        />
      )}
    </div>
  );
}
