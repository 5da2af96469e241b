import { type Department, departments, type InputOf } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Radio, Select, type TableColumnType } from 'antd';
import { useMemo, useState } from 'react';
import { filterEntries, getQueryOptions, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-info.ts';
import { useTreeOrder } from '../../../data/tree-order.ts';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { EmptyList, FilterBar } from '../../../ui/filter-bar.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ToolButton } from '../../../ui/list-tools.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useConfirmRemove } from '../../../ui/record-actions.ts';
import { RecordView } from '../../../ui/record-view.tsx';
import { ResourceForm, useOpenAddForm } from '../../../ui/resource-form.tsx';
import { RowActions } from '../../../ui/row-actions.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { OrderBar, SortArea, SortHandle } from '../../../ui/sort-handle.tsx';
import { buildTree, filterTree, includesText } from '../../../ui/tree.ts';
import { ExpandAll, TreeTable, useExpansion } from '../../../ui/tree-table.tsx';
import './department.css';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { TreeSelect } from '../../../ui/tree-select.tsx';

/** @param editing the edited department, whose branch is excluded as a parent */
function DepartmentFields({ editing }: { editing: number | undefined }) {
  const t = useTranslations();
  const canBeRoot = usePermissions().hasRole('admin') && hasExtension('topDepartments');
  const form = Form.useFormInstance();
  const values = (Form.useWatch([], { form, preserve: true }) ?? {}) as Partial<Department>;
  const { data: rows = [] } = useQuery(
    getQueryOptions<Department[]>(departments, editing === undefined ? '/list' : `/list/exclude/${editing}`),
  );
  const { parentId, parentName } = values;
  const isRoot = editing !== undefined && parentId === 0;
  const root = { deptId: 0, parentId: -1, deptName: t('system.dept.root'), status: '0' };
  // a parent that the user may not see keeps its name, and stays unless changed
  const hasHiddenParent = parentId && parentName && !rows.some(({ deptId }) => deptId === parentId);
  const parents = [
    ...(canBeRoot ? [root] : []),
    ...(hasHiddenParent ? [{ deptId: parentId, parentId: -1, deptName: parentName, status: '0' }] : []),
    // drops the API's empty `children` and nests the rows
    ...rows.map(({ deptId, parentId: rowParentId, deptName, status }) => ({ deptId, parentId: rowParentId, deptName, status })),
  ];
  return (
    <>
      {(canBeRoot || !isRoot) && (
        <Field of={departments} name="parentId" required>
          <TreeSelect
            rows={parents}
            names={{ id: 'deptId', parentId: 'parentId', label: 'deptName' }}
            disabled={({ deptId, status }) => status === '1' && deptId !== parentId}
          />
        </Field>
      )}
      <Field of={departments} name="deptName">
        <Input maxLength={30} autoComplete="off" />
      </Field>
      <Field of={departments} name="orderNum">
        <NumberField min={0} max={9999} />
      </Field>
      <Field of={departments} name="leader">
        <Input maxLength={20} autoComplete="off" />
      </Field>
      <Field of={departments} name="phone">
        <Input maxLength={20} inputMode="tel" autoComplete="off" />
      </Field>
      <Field of={departments} name="email">
        <Input maxLength={50} inputMode="email" autoComplete="off" />
      </Field>
      <Field of={departments} name="status">
        <Radio.Group options={(['0', '1'] as const).map((value) => ({ value, label: t(`system.dept.status.${value}`) }))} />
      </Field>
    </>
  );
}

/** A tree row: nested rows replace the API's empty `children`. */
type TreeRow = Omit<Department, 'children'> & { children?: TreeRow[] };

const names = { id: 'deptId', parentId: 'parentId' } as const;

export default function DepartmentPage() {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const isAllowed = (operation: 'add' | 'edit' | 'remove') => hasPermi(departments.permission(operation));
  const [query, updateQuery] = useListQuery();
  const list = useQuery(getQueryOptions<Department[]>(departments, '/list'));
  const order = useTreeOrder(list.data, { resource: departments, nameOf: ({ deptName }) => deptName });
  const filters = Object.fromEntries(filterEntries(query));
  const filtered = Object.keys(filters).length > 0;
  const { deptName, leader, status } = filters;
  const tree = useMemo(() => {
    const isMatch = (row: Department) =>
      includesText(row.deptName, deptName) && includesText(row.leader, leader) && (!status || row.status === status);
    return order.rows && buildTree<TreeRow>(filterTree(order.rows, names, isMatch), names);
  }, [order.rows, deptName, leader, status]);
  const expansion = useExpansion<TreeRow>('deptId', tree);
  const [editing, setEditing] = useState<{ record?: Department; blank?: Partial<InputOf<typeof departments>> }>();
  const [viewing, setViewing] = useState<Department>();
  const remove = useConfirmRemove(
    departments,
    (row) => String(row.deptName),
    () => undefined,
  );

  const findRow = (deptId: number) => list.data?.find((row) => row.deptId === deptId);
  const nextOrder = (parentId: number) =>
    Math.max(-1, ...(order.rows ?? []).filter((row) => row.parentId === parentId).map(({ orderNum }) => orderNum)) + 1;
  const addChild = (parentId: number | undefined) =>
    setEditing({ blank: { ...(parentId !== undefined && { parentId }), orderNum: nextOrder(parentId ?? 0), status: '0' } });
  const addFirst = () => addChild(tree?.[0]?.deptId);
  // the proposed order follows the loaded rows
  const mayAdd = isAllowed('add') && !list.isPending;
  useOpenAddForm(mayAdd, addFirst);

  const columns = [
    columnOf(departments, 'deptName', (name, { deptId, parentId }) => (
      <span className="dept-name">
        {isAllowed('edit') &&
          !filtered &&
          (order.movable(deptId) ? (
            <SortHandle id={deptId} group={parentId} label={t('kit.order.handle', { name })} onStep={(by) => order.step(deptId, by)} />
          ) : (
            <span className="dept-still" />
          ))}
        <button type="button" className="row-link row-link-strong" onClick={() => setViewing(findRow(deptId))}>
          {name}
        </button>
      </span>
    )),
    columnOf(departments, 'status', (value) => <CodeBadge of={departments} field="status" value={value} />),
    columnOf(departments, 'leader'),
    columnOf(departments, 'phone'),
    ...(hasExtension('userCounts')
      ? [
          columnOf(departments, 'userCount', (count, { deptId }) =>
            count > 0 && hasPermi('system:user:list') ? <RowLink to={`/system/user?deptId=${deptId}&below=0`}>{count}</RowLink> : count,
          ),
        ]
      : []),
    columnOf(departments, 'orderNum'),
    columnOf(departments, 'createTime'),
    // The cast: no cell reads `children`.
  ] as unknown as TableColumnType<TreeRow>[];
  const nameOf = (deptId: number) => findRow(deptId)?.deptName;
  // the list has neither name, only keys
  const withNames = (department: Department): Department => ({
    ...department,
    parentName: nameOf(department.parentId) ?? null,
    ancestors: department.ancestors
      .split(',')
      .flatMap((deptId) => nameOf(Number(deptId)) ?? [])
      .join(' / '),
  });
  const editViewed = () => {
    if (viewing) setEditing({ record: viewing });
    setViewing(undefined);
  };
  const addButton = isAllowed('add') && (
    <Button type="primary" icon={<Icon name="plus" />} disabled={!mayAdd} onClick={addFirst}>
      {t('kit.addNoun', { noun: t('system.dept') })}
    </Button>
  );

  return (
    <div className="page">
      <PageHeader title={t('system.dept.title')} purpose={t('system.dept.purpose')} actions={addButton} />
      <section className="card list-card">
        <FilterBar
          of={departments}
          query={query}
          updateQuery={updateQuery}
          toolbar={<ExpandAll expansion={expansion} />}
          tools={
            <ToolButton
              label={t('kit.refresh')}
              icon={<Icon name="reload" />}
              onClick={() => void list.refetch()}
              busy={list.isRefetching}
            />
          }
        >
          <Form.Item name="deptName" label={t('system.dept.deptName')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="leader" label={t('system.dept.leader')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="status" label={t('system.dept.status')}>
            <Select options={(['0', '1'] as const).map((value) => ({ value, label: t(`system.dept.status.${value}`) }))} allowClear />
          </Form.Item>
        </FilterBar>
        <OrderBar order={order} />
        <SortArea onMove={order.moveTo}>
          <TreeTable<TreeRow>
            rowKey="deptId"
            columns={columns}
            tree={tree}
            expansion={expansion}
            error={list.error}
            onRetry={() => void list.refetch()}
            empty={
              <EmptyList noun={t('system.dept.many')} query={query} updateQuery={updateQuery}>
                {addButton}
              </EmptyList>
            }
            actions={(row) => (
              <RowActions
                name={row.deptName}
                primaryAction={
                  isAllowed('add') &&
                  row.status === '0' && (
                    <button type="button" className="row-link" onClick={() => addChild(row.deptId)}>
                      {t('system.dept.addBelow')}
                    </button>
                  )
                }
                onEdit={isAllowed('edit') ? () => setEditing({ record: findRow(row.deptId) as Department }) : undefined}
                onRemove={isAllowed('remove') && !(row.parentId === 0 && row.children) ? () => void remove([row]) : undefined}
              />
            )}
          />
        </SortArea>
        <p className="dept-total none">{list.data && t('system.dept.total', { total: list.data.length })}</p>
      </section>
      {editing && (
        <ResourceForm resource={departments} record={editing.record} blank={editing.blank} onClose={() => setEditing(undefined)}>
          <DepartmentFields editing={editing.record?.deptId} />
        </ResourceForm>
      )}
      {viewing && (
        <RecordView
          resource={departments}
          record={withNames(viewing)}
          // includes the id, because the user import refers to departments by id
          columns={[...columns.slice(1), columnOf(departments, 'deptId') as unknown as TableColumnType<TreeRow>]}
          onClose={() => setViewing(undefined)}
          onEdit={isAllowed('edit') ? editViewed : undefined}
        />
      )}
    </div>
  );
}
