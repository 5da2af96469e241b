import type { InputOf, RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, type TableColumnType } from 'antd';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { getOf } from '../data/api.ts';
import { filtersOf, useListQuery } from '../data/list-query.ts';
import { useRights } from '../data/permission.tsx';
import { useWords, wordOr } from '../data/words.ts';
import { EmptyList } from './empty-list.tsx';
import { Field } from './field.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Icon } from './icon.tsx';
import { Tool } from './list-tools.tsx';
import { PageHeader } from './page-header.tsx';
import { RecordView } from './record-view.tsx';
import { ResourceForm } from './resource-form.tsx';
import { RowActions } from './row-actions.tsx';
import { treeOf } from './tree.ts';
import { matching } from './tree-search.ts';
import { TreeSelect } from './tree-select.tsx';
import { ExpandAll, TreeTable, useExpansion } from './tree-table.tsx';
import { useAddOnArrival } from './use-add-on-arrival.ts';
import { useRemoval } from './use-removal.ts';
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
const Tree = createContext<{ rows: readonly Row[]; parent: string; editing: number | undefined }>({
  rows: [],
  parent: '',
  editing: undefined,
});

export function TreePage<S extends ResourceSpec>(props: TreePageProps<S>) {
  // The cast: internally the resource type is generic.
  return <PageOf {...(props as unknown as TreePageProps<ResourceSpec>)} />;
}

function PageOf({ resource, parent, name, order, columns, filters: fields, form, blank }: TreePageProps<ResourceSpec>) {
  const t = useWords();
  const { hasPermi } = useRights();
  const { key, word } = resource;
  const may = (operation: 'add' | 'edit' | 'remove') => hasPermi(resource.permission(operation));
  const [query, narrow] = useListQuery();
  const filters = Object.fromEntries(filtersOf(query));
  const list = useQuery(getOf<Row[]>(resource, '/list'));
  const found = useQuery({ ...getOf<Row[]>(resource, '/list', filters), enabled: Object.keys(filters).length > 0 });
  const names = useMemo(() => ({ id: key, parentId: parent }), [key, parent]);
  const fitting = Object.keys(filters).length > 0 ? found.data : list.data;
  const tree = useMemo(() => {
    const keys = fitting && new Set(fitting.map((row) => row[key]));
    return (
      list.data &&
      keys &&
      treeOf<Row>(
        matching(list.data, names, (row) => keys.has(row[key])),
        names,
      )
    );
  }, [list.data, fitting, names, key]);
  const expansion = useExpansion<Row>(key, tree);
  const [editing, setEditing] = useState<{ record?: Row; blank?: Row }>();
  const [viewing, setViewing] = useState<Row>();
  const nameOf = (row: Row) => String(row[name]);
  const remove = useRemoval(resource, nameOf, () => undefined);
  const rowOf = (row: Row) => list.data?.find((each) => each[key] === row[key]) ?? row;

  const next = (above: number) =>
    Math.max(-1, ...(list.data ?? []).filter((row) => row[parent] === above).map((row) => Number(row[order ?? '']) || 0)) + 1;
  const addBelow = (above: number) => setEditing({ blank: { ...blank, [parent]: above, ...(order && { [order]: next(above) }) } });
  // the proposed order follows the loaded rows
  const mayAdd = may('add') && !list.isPending;
  useAddOnArrival(mayAdd, () => addBelow(0));

  const noun = t(word());
  const addButton = may('add') && (
    <Button type="primary" icon={<Icon name="plus" />} disabled={!mayAdd} onClick={() => addBelow(0)}>
      {t('kit.addNoun', { noun })}
    </Button>
  );
  const opening = (value: unknown, row: Row) => (
    <button type="button" className="row-link row-link-strong" onClick={() => setViewing(row)}>
      {String(value)}
    </button>
  );
  const shown = columns.map((column, at) => (at === 0 ? { ...column, render: opening } : column));
  const editViewed = () => {
    if (viewing) setEditing({ record: rowOf(viewing) });
    setViewing(undefined);
  };
  const purpose = wordOr(word('purpose'));
  const fieldsOf = (record: Row) => (
    <ResourceForm resource={resource} record={record} onClose={() => setEditing(undefined)}>
      {form}
    </ResourceForm>
  );
  return (
    <div className="page">
      <PageHeader title={t(wordOr(word('title')) ?? word())} purpose={purpose && t(purpose)} actions={addButton} />
      <section className="card list-card">
        <FilterBar
          of={resource}
          query={query}
          narrow={narrow}
          toolbar={<ExpandAll expansion={expansion} />}
          tools={
            <Tool label={t('kit.refresh')} icon={<Icon name="reload" />} onClick={() => void list.refetch()} busy={list.isRefetching} />
          }
        >
          {fields}
        </FilterBar>
        <TreeTable<Row>
          rowKey={key}
          columns={shown}
          tree={tree}
          expansion={expansion}
          error={list.error ?? found.error}
          loading={found.isFetching}
          onRetry={() => void list.refetch()}
          empty={
            <EmptyList noun={t(wordOr(word('many')) ?? word())} query={query} narrow={narrow}>
              {addButton}
            </EmptyList>
          }
          actions={(row) => (
            <RowActions
              name={nameOf(row)}
              own={
                may('add') && (
                  <button type="button" className="row-link" onClick={() => addBelow(Number(row[key]))}>
                    {t('kit.tree.addBelow')}
                  </button>
                )
              }
              onEdit={may('edit') ? () => setEditing({ record: rowOf(row) }) : undefined}
              onRemove={may('remove') && !row.children ? () => void remove([row]) : undefined}
            />
          )}
        />
        {list.data && <p className="tree-total none">{t('kit.tree.total', { total: list.data.length })}</p>}
      </section>
      <Tree value={{ rows: list.data ?? [], parent, editing: editing?.record ? Number(editing.record[key]) : undefined }}>
        {editing?.record && fieldsOf(editing.record)}
        {editing && !editing.record && (
          <ResourceForm resource={resource} blank={editing.blank} onClose={() => setEditing(undefined)}>
            {form}
          </ResourceForm>
        )}
      </Tree>
      {viewing && (
        <RecordView
          resource={resource}
          record={viewing}
          columns={columns}
          onClose={() => setViewing(undefined)}
          onEdit={may('edit') ? editViewed : undefined}
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
  const t = useWords();
  const { rows, parent, editing } = useContext(Tree);
  const branch = new Set<number>();
  if (editing !== undefined) branch.add(editing);
  // rows have no guaranteed order: repeats until no descendant is added
  for (let before = -1; before < branch.size && branch.size > 0; ) {
    before = branch.size;
    for (const row of rows) if (branch.has(Number(row[parent]))) branch.add(Number(row[of.key]));
  }
  const top = { [of.key]: 0, [parent]: -1, [label]: t('kit.tree.top') };
  const free = rows.filter((row) => !branch.has(Number(row[of.key]))).map(({ children: _, ...row }) => row);
  return (
    <Field of={of} name={name}>
      <TreeSelect rows={[top, ...free]} names={{ id: of.key, parentId: parent, label }} />
    </Field>
  );
}
