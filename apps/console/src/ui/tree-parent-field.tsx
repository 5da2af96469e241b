import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { Form } from 'antd';
import { createContext, useContext, useEffect, useRef } from 'react';
import { useTranslations } from '../data/i18n.ts';
import { Field } from './field.tsx';
import { ownWordOf } from './own-word.ts';
import { TreeSelect, type TreeSelectProps } from './tree-select.tsx';

type Row = RecordOf<ResourceSpec>;

interface TreeFormContext {
  rows: readonly Row[];
  /** Field with the parent's key. */
  parent: string;
  /** Key of the edited row. */
  editing: number | undefined;
  /** Field with the position among siblings, if it is proposed. */
  order?: string | undefined;
  nextOrder?: (parentId: number) => number;
}

export const TreeContext = createContext<TreeFormContext>({ rows: [], parent: '', editing: undefined });

/** The position of a new record follows its parent until the user changes it. */
function useProposedOrder() {
  const { parent, editing, order, nextOrder } = useContext(TreeContext);
  const form = Form.useFormInstance();
  const parentId: unknown = Form.useWatch(parent, form);
  const proposed = useRef<{ value: unknown }>(undefined);
  useEffect(() => {
    if (!order || editing !== undefined) return;
    const value: unknown = form.getFieldValue(order);
    proposed.current ??= { value };
    if (typeof parentId !== 'number' || value !== proposed.current.value) return;
    proposed.current.value = nextOrder?.(parentId);
    form.setFieldValue(order, proposed.current.value);
  }, [form, editing, order, nextOrder, parentId]);
}

/** All rows of the tree, in its form. */
export const useTreeRows = <S extends ResourceSpec>(_of: Resource<S>) => useContext(TreeContext).rows as unknown as readonly RecordOf<S>[];

interface ParentFieldProps<S extends ResourceSpec> extends Pick<TreeSelectProps<Row>, 'treeDefaultExpandAll' | 'treeDefaultExpandedKeys'> {
  of: Resource<S>;
  name: keyof S['input']['shape'] & string;
  label: string;
  /** In place of the stored label. */
  nameOf?: (row: RecordOf<S>, rows: readonly RecordOf<S>[]) => string;
  required?: boolean;
  /** False: only below another record. */
  hasTop?: boolean;
  /** Whether a record may have others below it. */
  isParent?: (row: RecordOf<S>) => boolean;
  /** Rows that are listed but cannot be chosen. */
  disabled?: (row: RecordOf<S>, isNew: boolean) => boolean;
  /** Lists the record and its descendants, which cannot be chosen, instead of leaving them out. */
  showsOwnBranch?: boolean;
  /** Rows that are not in the tree, e.g. a parent that the user may not see. */
  moreRows?: readonly Partial<RecordOf<S>>[];
}

export function ParentField<S extends ResourceSpec>(props: ParentFieldProps<S>) {
  // The cast: internally the resource type is generic.
  return <ParentFieldInner {...(props as unknown as ParentFieldProps<ResourceSpec>)} />;
}

/** The top level, or any record except itself and its descendants. */
function ParentFieldInner(props: ParentFieldProps<ResourceSpec>) {
  const {
    of,
    name,
    label,
    nameOf,
    required,
    hasTop = true,
    isParent = () => true,
    disabled,
    showsOwnBranch = false,
    moreRows = [],
    ...rest
  } = props;
  const t = useTranslations();
  const { rows, parent, editing } = useContext(TreeContext);
  useProposedOrder();
  const keyOf = (row: Row) => Number(row[of.key]);
  const branch = new Set(editing === undefined ? [] : [editing]);
  // rows have no guaranteed order: repeats until no descendant is added
  for (let before = -1; before < branch.size && branch.size > 0; ) {
    before = branch.size;
    for (const row of rows) if (branch.has(Number(row[parent]))) branch.add(keyOf(row));
  }
  const top = { [of.key]: 0, [parent]: -1, [label]: t(ownWordOf(of, 'root') ?? 'kit.tree.top') };
  const parents = rows
    .filter((row) => isParent(row) && (showsOwnBranch || !branch.has(keyOf(row))))
    .map((row) => (nameOf ? { ...row, [label]: nameOf(row, rows) } : row));
  return (
    <Field of={of} name={name} {...(required && { required })}>
      <TreeSelect<Row>
        rows={[...(hasTop ? [top] : []), ...moreRows, ...parents]}
        names={{ id: of.key, parentId: parent, label }}
        disabled={(row) => keyOf(row) !== 0 && (branch.has(keyOf(row)) || disabled?.(row, editing === undefined) === true)}
        {...rest}
      />
    </Field>
  );
}
