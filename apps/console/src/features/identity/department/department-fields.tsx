import { type Department, departments } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Radio } from 'antd';
import { getQueryOptions } from '../../../data/api.ts';
import { useRights } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-about.ts';
import { useTranslations } from '../../../data/words.ts';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { TreeSelect } from '../../../ui/tree-select.tsx';

/** @param editing the edited department, whose branch is excluded as a parent */
export function DepartmentFields({ editing }: { editing: number | undefined }) {
  const t = useTranslations();
  const canBeRoot = useRights().hasRole('admin') && hasExtension('topDepartments');
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
