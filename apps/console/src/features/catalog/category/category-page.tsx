import { type Categories, type Category, type CategoryKind, categories, type InputOf } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { useMemo, useState } from 'react';
import { filterEntries, getQueryOptions, useListQuery } from '../../../data/api.ts';
import { download } from '../../../data/download.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { useTreeOrder } from '../../../data/tree-order.ts';
import { EmptyList, FilterBar } from '../../../ui/filter-bar.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ImportDialog } from '../../../ui/import-dialog.tsx';
import { ToolButton } from '../../../ui/list-tools.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useConfirmRemove } from '../../../ui/record-actions.ts';
import { ResourceForm, useOpenAddForm } from '../../../ui/resource-form.tsx';
import { RowActions } from '../../../ui/row-actions.tsx';
import { OrderBar, SortArea } from '../../../ui/sort-handle.tsx';
import { LoadingState } from '../../../ui/states.tsx';
import { buildTree, filterTree, includesText } from '../../../ui/tree.ts';
import { ExpandAll, TreeTable, useExpansion } from '../../../ui/tree-table.tsx';
import { CategoryFiguresCard, useCategoryFigures } from './category-figures.tsx';
import { CategoryFields, CategoryStatusDialog, categoryColumns, type TreeRow } from './category-parts.tsx';
import './category.css';

const names = { id: 'catalogueId', parentId: 'parentId' } as const;

export const ProductCategories = () => <CategoryPage kind="category" />;
export const SupplierCategories = () => <CategoryPage kind="supplier" />;
export const DealerCategories = () => <CategoryPage kind="channelBusiness" />;
export const TraceStepCategories = () => <CategoryPage kind="traceability" />;

function CategoryPage({ kind }: { kind: CategoryKind }) {
  const t = useTranslations();
  const tree = categories[kind];
  const { hasPermi } = usePermissions();
  const isAllowed = (operation: 'add' | 'edit' | 'remove' | 'export' | 'import') => hasPermi(tree.permission(operation));
  const [query, updateQuery] = useListQuery();
  const list = useQuery(getQueryOptions<Category[]>(tree, '/list'));
  const figures = useCategoryFigures(kind);
  const order = useTreeOrder(list.data, { resource: tree, nameOf: ({ catalogueName }) => catalogueName });
  const filters = Object.fromEntries(filterEntries(query));
  const filtered = Object.keys(filters).length > 0;
  const { catalogueName, status } = filters;
  const rows = useMemo(() => {
    const matchesName = (row: Category) => includesText(row.catalogueName, catalogueName) || includesText(row.catalogueCode, catalogueName);
    const isMatch = (row: Category) => matchesName(row) && (!status || row.status === status);
    return order.rows && buildTree<TreeRow>(filterTree(order.rows, names, isMatch), names);
  }, [order.rows, catalogueName, status]);
  const expansion = useExpansion<TreeRow>('catalogueId', rows);
  const [editing, setEditing] = useState<{ record?: Category; blank?: Partial<InputOf<Categories>> }>();
  const [selectedId, setSelectedId] = useState<number>();
  const [switching, setSwitching] = useState<Category>();
  const [importing, setImporting] = useState(false);
  const remove = useConfirmRemove(
    tree,
    (row) => String(row.catalogueName),
    () => undefined,
  );

  const findRow = (id: number | undefined) => list.data?.find((row) => row.catalogueId === id);
  const addChild = (parentId: number) => setEditing({ blank: { parentId, ...(kind === 'traceability' && { publicFlag: '0' as const }) } });
  useOpenAddForm(isAllowed('add'), () => addChild(0));
  const noun = t(`digit.catalogue.node.${kind}`);
  const selectedCategory = findRow(selectedId) ?? rows?.[0];
  const exportTree = () => void download(`${tree.path}/export`, `${kind}_${Date.now()}.xlsx`, { method: 'POST', body: '' });
  const addButton = isAllowed('add') && (
    <Button type="primary" icon={<Icon name="plus" />} onClick={() => addChild(0)}>
      {t('kit.addNoun', { noun })}
    </Button>
  );
  const columns = categoryColumns({
    t,
    kind,
    figures: figures.of,
    order: isAllowed('edit') && !filtered ? order : undefined,
    hasPermi,
    selectedId: selectedCategory?.catalogueId,
    onSelect: setSelectedId,
  });

  return (
    <div className="page">
      <PageHeader title={t(`digit.${kind}`)} purpose={t(`digit.${kind}.purpose`)} actions={addButton} />
      <div className="catalogue-with-figures">
        <section className="card list-card">
          <FilterBar
            of={tree}
            query={query}
            updateQuery={updateQuery}
            visibleCount={2}
            toolbar={<ExpandAll expansion={expansion} />}
            tools={
              <>
                {isAllowed('import') && (
                  <ToolButton label={t('kit.import')} icon={<Icon name="upload" />} onClick={() => setImporting(true)} />
                )}
                {isAllowed('export') && <ToolButton label={t('kit.export')} icon={<Icon name="download" />} onClick={exportTree} />}
                <ToolButton
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
                <EmptyList noun={t(`digit.catalogue.node.${kind}.many`)} query={query} updateQuery={updateQuery}>
                  {addButton}
                </EmptyList>
              }
              actions={(row) => (
                <RowActions
                  name={row.catalogueName}
                  primaryAction={
                    isAllowed('add') &&
                    row.status === '0' &&
                    row.ancestors.length < 4 && (
                      <button type="button" className="row-link" onClick={() => addChild(row.catalogueId)}>
                        {t('digit.catalogue.addBelow')}
                      </button>
                    )
                  }
                  onEdit={isAllowed('edit') ? () => setEditing({ record: findRow(row.catalogueId) as Category }) : undefined}
                  onRemove={isAllowed('remove') && !row.children ? () => void remove([row]) : undefined}
                  moreActions={[
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
            <LoadingState rows={8} />
          </div>
        ) : (
          <CategoryFiguresCard kind={kind} node={selectedCategory} figures={selectedCategory && figures.of(selectedCategory.catalogueId)} />
        )}
      </div>
      {editing && (
        <ResourceForm resource={tree} noun={noun} record={editing.record} blank={editing.blank} onClose={() => setEditing(undefined)}>
          <CategoryFields kind={kind} editing={editing.record?.catalogueId} rows={list.data ?? []} />
        </ResourceForm>
      )}
      {switching && <CategoryStatusDialog kind={kind} node={switching} rows={list.data ?? []} onClose={() => setSwitching(undefined)} />}
      {importing && <ImportDialog of={tree} onClose={() => setImporting(false)} />}
    </div>
  );
}
