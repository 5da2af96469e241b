import type { InputOf, RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, type TableColumnType } from 'antd';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { filterEntries, getQueryOptions, useListQuery } from '../data/api.ts';
import { findTranslationKey, useTranslations } from '../data/i18n.ts';
import { usePermissions } from '../data/permission.tsx';
import { Field } from './field.tsx';
import { EmptyList, FilterBar } from './filter-bar.tsx';
import { Icon } from './icon.tsx';
import { ToolButton } from './list-tools.tsx';
import { PageHeader } from './page-header.tsx';
import { useConfirmRemove } from './record-actions.ts';
import { RecordView } from './record-view.tsx';
import { ResourceForm, useOpenAddForm } from './resource-form.tsx';
import { RowActions } from './row-actions.tsx';
import { buildTree, filterTree } from './tree.ts';
import { TreeSelect } from './tree-select.tsx';
import { ExpandAll, TreeTable, useExpansion } from './tree-table.tsx';
import './tree-page.css';

interface TreePageProps<S extends ResourceSpec> {
  resource: Resource<S>;
  /** Field with the parent's key; 0 at the top. */
  parent: keyof RecordOf<S> & string;
  name: keyof RecordOf<S> & string;
  order?: keyof RecordOf<S> & string;
  columns: TableColumnType<RecordOf<S>>[];
  filters: ReactNode;
  /** `Field`s of the resource; the parent uses a `ParentField`. */
  form: ReactNode;
  blank?: Partial<InputOf<S>>;
}

type Row = RecordOf<ResourceSpec>;

/** Rows of the tree, and the key of the edited one. */
const TreeContext = createContext<{ rows: readonly Row[]; parent: string; editing: number | undefined }>({
  rows: [],
  parent: '',
  editing: undefined,
});

export function TreePage<S extends ResourceSpec>(props: TreePageProps<S>) {
  // The cast: internally the resource type is generic.
  return <TreePageInner {...(props as unknown as TreePageProps<ResourceSpec>)} />;
}

function TreePageInner({ resource, parent, name, order, columns, filters: fields, form, blank }: TreePageProps<ResourceSpec>) {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const { key, word } = resource;
  const isAllowed = (operation: 'add' | 'edit' | 'remove') => hasPermi(resource.permission(operation));
  const [query, updateQuery] = useListQuery();
  const filters = Object.fromEntries(filterEntries(query));
  const list = useQuery(getQueryOptions<Row[]>(resource, '/list'));
  const searchResult = useQuery({ ...getQueryOptions<Row[]>(resource, '/list', filters), enabled: Object.keys(filters).length > 0 });
  const names = useMemo(() => ({ id: key, parentId: parent }), [key, parent]);
  const matchingRows = Object.keys(filters).length > 0 ? searchResult.data : list.data;
  const tree = useMemo(() => {
    const keys = matchingRows && new Set(matchingRows.map((row) => row[key]));
    return (
      list.data &&
      keys &&
      buildTree<Row>(
        filterTree(list.data, names, (row) => keys.has(row[key])),
        names,
      )
    );
  }, [list.data, matchingRows, names, key]);
  const expansion = useExpansion<Row>(key, tree);
  const [editing, setEditing] = useState<{ record?: Row; blank?: Row }>();
  const [viewing, setViewing] = useState<Row>();
  const nameOf = (row: Row) => String(row[name]);
  const remove = useConfirmRemove(resource, nameOf, () => undefined);
  const rowOf = (row: Row) => list.data?.find((each) => each[key] === row[key]) ?? row;

  const nextOrder = (parentId: number) =>
    Math.max(-1, ...(list.data ?? []).filter((row) => row[parent] === parentId).map((row) => Number(row[order ?? '']) || 0)) + 1;
  const openAddForm = (parentId: number) =>
    setEditing({ blank: { ...blank, [parent]: parentId, ...(order && { [order]: nextOrder(parentId) }) } });
  // the proposed order follows the loaded rows
  const mayAdd = isAllowed('add') && !list.isPending;
  useOpenAddForm(mayAdd, () => openAddForm(0));

  const noun = t(word());
  const addButton = isAllowed('add') && (
    <Button type="primary" icon={<Icon name="plus" />} disabled={!mayAdd} onClick={() => openAddForm(0)}>
      {t('kit.addNoun', { noun })}
    </Button>
  );
  const renderNameButton = (value: unknown, row: Row) => (
    <button type="button" className="row-link row-link-strong" onClick={() => setViewing(row)}>
      {String(value)}
    </button>
  );
  const tableColumns = columns.map((column, at) => (at === 0 ? { ...column, render: renderNameButton } : column));
  const editRecordInView = () => {
    if (viewing) setEditing({ record: rowOf(viewing) });
    setViewing(undefined);
  };
  const purpose = findTranslationKey(word('purpose'));
  const renderForm = (record: Row) => (
    <ResourceForm resource={resource} record={record} onClose={() => setEditing(undefined)}>
      {form}
    </ResourceForm>
  );
  return (
    <div className="page">
      <PageHeader title={t(findTranslationKey(word('title')) ?? word())} purpose={purpose && t(purpose)} actions={addButton} />
      <section className="card list-card">
        <FilterBar
          of={resource}
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
          {fields}
        </FilterBar>
        <TreeTable<Row>
          rowKey={key}
          columns={tableColumns}
          tree={tree}
          expansion={expansion}
          error={list.error ?? searchResult.error}
          loading={searchResult.isFetching}
          onRetry={() => void list.refetch()}
          empty={
            <EmptyList noun={t(findTranslationKey(word('many')) ?? word())} query={query} updateQuery={updateQuery}>
              {addButton}
            </EmptyList>
          }
          actions={(row) => (
            <RowActions
              name={nameOf(row)}
              primaryAction={
                isAllowed('add') && (
                  <button type="button" className="row-link" onClick={() => openAddForm(Number(row[key]))}>
                    {t('kit.tree.addBelow')}
                  </button>
                )
              }
              onEdit={isAllowed('edit') ? () => setEditing({ record: rowOf(row) }) : undefined}
              onRemove={isAllowed('remove') && !row.children ? () => void remove([row]) : undefined}
            />
          )}
        />
        {list.data && <p className="tree-total none">{t('kit.tree.total', { total: list.data.length })}</p>}
      </section>
      <TreeContext value={{ rows: list.data ?? [], parent, editing: editing?.record ? Number(editing.record[key]) : undefined }}>
        {editing?.record && renderForm(editing.record)}
        {editing && !editing.record && (
          <ResourceForm resource={resource} blank={editing.blank} onClose={() => setEditing(undefined)}>
            {form}
          </ResourceForm>
        )}
      </TreeContext>
      {viewing && (
        <RecordView
          resource={resource}
          record={viewing}
          columns={columns}
          onClose={() => setViewing(undefined)}
          onEdit={isAllowed('edit') ? editRecordInView : undefined}
        />
      )}
    </div>
  );
}

/** The top level, or any record except itself and its descendants. */
export function ParentField<S extends ResourceSpec>({
  of,
  name,
  label,
}: {
  of: Resource<S>;
  name: keyof S['input']['shape'] & string;
  label: string;
}) {
  const t = useTranslations();
  const { rows, parent, editing } = useContext(TreeContext);
  const descendants = new Set<number>();
  if (editing !== undefined) descendants.add(editing);
  // rows have no guaranteed order: repeats until no descendant is added
  for (let before = -1; before < descendants.size && descendants.size > 0; ) {
    before = descendants.size;
    for (const row of rows) if (descendants.has(Number(row[parent]))) descendants.add(Number(row[of.key]));
  }
  const topLevel = { [of.key]: 0, [parent]: -1, [label]: t('kit.tree.top') };
  const allowedParents = rows.filter((row) => !descendants.has(Number(row[of.key]))).map(({ children: _, ...row }) => row);
  return (
    <Field of={of} name={name}>
      <TreeSelect rows={[topLevel, ...allowedParents]} names={{ id: of.key, parentId: parent, label }} />
    </Field>
  );
}
