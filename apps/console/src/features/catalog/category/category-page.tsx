import { type Categories, type Category, type CategoryKind, categories, type InputOf } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { useMemo, useState } from 'react';
import { getOf } from '../../../data/api.ts';
import { download } from '../../../data/download.ts';
import { filtersOf, useListQuery } from '../../../data/list-query.ts';
import { useRights } from '../../../data/permission.tsx';
import { useTreeOrder } from '../../../data/tree-order.ts';
import { useWords } from '../../../data/words.ts';
import { EmptyList } from '../../../ui/empty-list.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ImportDialog } from '../../../ui/import-dialog.tsx';
import { Tool } from '../../../ui/list-tools.tsx';
import { OrderBar } from '../../../ui/order-bar.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ResourceForm } from '../../../ui/resource-form.tsx';
import { RowActions } from '../../../ui/row-actions.tsx';
import { SortArea } from '../../../ui/sort-handle.tsx';
import { Waiting } from '../../../ui/states.tsx';
import { treeOf } from '../../../ui/tree.ts';
import { holds, matching } from '../../../ui/tree-search.ts';
import { ExpandAll, TreeTable, useExpansion } from '../../../ui/tree-table.tsx';
import { useAddOnArrival } from '../../../ui/use-add-on-arrival.ts';
import { useRemoval } from '../../../ui/use-removal.ts';
import { categoryColumns, type TreeRow } from './category-columns.tsx';
import { CategoryFields } from './category-fields.tsx';
import { CategoryFiguresCard } from './category-figures.tsx';
import { SwitchDialog } from './switch-dialog.tsx';
import { useFigures } from './use-figures.ts';
import './category.css';

const names = { id: 'catalogueId', parentId: 'parentId' } as const;

export const ProductCategories = () => <CategoryPage kind="category" />;
export const SupplierCategories = () => <CategoryPage kind="supplier" />;
export const DealerCategories = () => <CategoryPage kind="channelBusiness" />;
export const TraceStepCategories = () => <CategoryPage kind="traceability" />;

function CategoryPage({ kind }: { kind: CategoryKind }) {
  const t = useWords();
  const tree = categories[kind];
  const { hasPermi } = useRights();
  const may = (operation: 'add' | 'edit' | 'remove' | 'export' | 'import') => hasPermi(tree.permission(operation));
  const [query, narrow] = useListQuery();
  const list = useQuery(getOf<Category[]>(tree, '/list'));
  const figures = useFigures(kind);
  const order = useTreeOrder(list.data, { of: tree, nameOf: ({ catalogueName }) => catalogueName });
  const filters = Object.fromEntries(filtersOf(query));
  const filtered = Object.keys(filters).length > 0;
  const { catalogueName, status } = filters;
  const rows = useMemo(() => {
    const named = (row: Category) => holds(row.catalogueName, catalogueName) || holds(row.catalogueCode, catalogueName);
    const fits = (row: Category) => named(row) && (!status || row.status === status);
    return order.rows && treeOf<TreeRow>(matching(order.rows, names, fits), names);
  }, [order.rows, catalogueName, status]);
  const expansion = useExpansion<TreeRow>('catalogueId', rows);
  const [editing, setEditing] = useState<{ record?: Category; blank?: Partial<InputOf<Categories>> }>();
  const [picked, pick] = useState<number>();
  const [switching, setSwitching] = useState<Category>();
  const [importing, setImporting] = useState(false);
  const remove = useRemoval(
    tree,
    (row) => String(row.catalogueName),
    () => undefined,
  );

  const rowOf = (id: number | undefined) => list.data?.find((row) => row.catalogueId === id);
  const addBelow = (parentId: number) => setEditing({ blank: { parentId, ...(kind === 'traceability' && { publicFlag: '0' as const }) } });
  useAddOnArrival(may('add'), () => addBelow(0));
  const noun = t(`digit.catalogue.node.${kind}`);
  const shown = rowOf(picked) ?? rows?.[0];
  const exportTree = () => void download(`${tree.path}/export`, `${kind}_${Date.now()}.xlsx`, { method: 'POST', body: '' });
  const addButton = may('add') && (
    <Button type="primary" icon={<Icon name="plus" />} onClick={() => addBelow(0)}>
      {t('kit.addNoun', { noun })}
    </Button>
  );
  const columns = categoryColumns({
    t,
    kind,
    figures: figures.of,
    order: may('edit') && !filtered ? order : undefined,
    hasPermi,
    picked: shown?.catalogueId,
    onPick: pick,
  });

  return (
    <div className="page">
      <PageHeader title={t(`digit.${kind}`)} purpose={t(`digit.${kind}.purpose`)} actions={addButton} />
      <div className="catalogue-with-figures">
        <section className="card list-card">
          <FilterBar
            of={tree}
            query={query}
            narrow={narrow}
            first={2}
            toolbar={<ExpandAll expansion={expansion} />}
            tools={
              <>
                {may('import') && <Tool label={t('kit.import')} icon={<Icon name="upload" />} onClick={() => setImporting(true)} />}
                {may('export') && <Tool label={t('kit.export')} icon={<Icon name="download" />} onClick={exportTree} />}
                <Tool
                  label={t('kit.refresh')}
                  icon={<Icon name="reload" />}
                  onClick={() => void Promise.all([list.refetch(), figures.refetch()])}
                  busy={list.isRefetching}
                />
              </>
            }
          >
            <Form.Item name="catalogueName" label={t('digit.catalogue.catalogueName')}>
              <Input allowClear />
            </Form.Item>
            <Form.Item name="status" label={t('common.field.status')}>
              <Select options={(['0', '1'] as const).map((value) => ({ value, label: t(`digit.catalogue.status.${value}`) }))} allowClear />
            </Form.Item>
          </FilterBar>
          <OrderBar order={order} />
          <SortArea onMove={order.moveTo}>
            <TreeTable<TreeRow>
              rowKey="catalogueId"
              columns={columns}
              tree={rows}
              expansion={expansion}
              error={list.error}
              onRetry={() => void list.refetch()}
              empty={
                <EmptyList noun={t(`digit.catalogue.node.${kind}.many`)} query={query} narrow={narrow}>
                  {addButton}
                </EmptyList>
              }
              actions={(row) => (
                <RowActions
                  name={row.catalogueName}
                  own={
                    may('add') &&
                    row.status === '0' &&
                    row.ancestors.length < 4 && (
                      <button type="button" className="row-link" onClick={() => addBelow(row.catalogueId)}>
                        {t('digit.catalogue.addBelow')}
                      </button>
                    )
                  }
                  onEdit={may('edit') ? () => setEditing({ record: rowOf(row.catalogueId) as Category }) : undefined}
                  onRemove={may('remove') && !row.children ? () => void remove([row]) : undefined}
                  more={[
                    {
                      key: 'status',
                      label: t(row.status === '0' ? 'digit.catalogue.disable' : 'digit.catalogue.enable'),
                      permission: tree.permission('edit'),
                      onClick: () => setSwitching(row),
                    },
                  ]}
                />
              )}
            />
          </SortArea>
          <p className="catalogue-total none">{list.data && t('digit.catalogue.total', { total: list.data.length, depth: 5 })}</p>
        </section>
        {list.isPending ? (
          // the tree already announces that it is loading
          <div className="card catalogue-figures" aria-hidden="true">
            <Waiting rows={8} />
          </div>
        ) : (
          <CategoryFiguresCard kind={kind} node={shown} figures={shown && figures.of(shown.catalogueId)} />
        )}
      </div>
      {editing && (
        <ResourceForm resource={tree} noun={noun} record={editing.record} blank={editing.blank} onClose={() => setEditing(undefined)}>
          <CategoryFields kind={kind} editing={editing.record?.catalogueId} rows={list.data ?? []} />
        </ResourceForm>
      )}
      {switching && <SwitchDialog kind={kind} node={switching} rows={list.data ?? []} onClose={() => setSwitching(undefined)} />}
      {importing && <ImportDialog of={tree} onClose={() => setImporting(false)} />}
    </div>
  );
}
