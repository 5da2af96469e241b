import { type Department, departments } from '@suyuan/contract';
import { Form } from 'antd';
import { displayName, useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-info.ts';
import { FormFields, filtersOf } from '../../../ui/field-kinds.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { ClearableInput } from '../../../ui/select.tsx';
import { includesText } from '../../../ui/tree.ts';
import { ParentField, TreePage, useTreeRows } from '../../../ui/tree-page.tsx';

function DepartmentFields() {
  const canBeRoot = usePermissions().hasRole('admin') && hasExtension('topDepartments');
  const rows = useTreeRows(departments);
  const form = Form.useFormInstance();
  const { parentId, parentName } = (Form.useWatch([], { form, preserve: true }) ?? {}) as Partial<Department>;
  // a parent that the user may not see keeps its name, and stays unless changed
  const hiddenParent = parentId && parentName && !rows.some(({ deptId }) => deptId === parentId);
  return (
    <FormFields
      of={departments}
      fieldProps={{
        parentId: (canBeRoot || parentId !== 0) && (
          <ParentField
            of={departments}
            name="parentId"
            label="deptName"
            required
            hasTop={canBeRoot}
            {...(hiddenParent && { moreRows: [{ deptId: parentId, parentId: -1, deptName: parentName }] })}
            disabled={({ deptId, status }) => status === '1' && deptId !== parentId}
          />
        ),
        phone: { inputProps: { inputMode: 'tel', autoComplete: 'off' } },
        email: { extra: null, inputProps: { inputMode: 'email', autoComplete: 'off' } },
        status: { radio: true },
      }}
    />
  );
}

/** The list has only the keys of the ancestors, not their names. */
function withNames(department: Department, rows: readonly Department[]): Department {
  const nameOf = (id: number) => displayName('deptName', rows.find(({ deptId }) => deptId === id)?.deptName ?? '') || undefined;
  const path = department.ancestors.split(',').flatMap((deptId) => nameOf(Number(deptId)) ?? []);
  return { ...department, parentName: nameOf(department.parentId) ?? null, ancestors: path.join(' / ') };
}

export default function DepartmentPage() {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const [nameFilter, statusFilter] = filtersOf(departments, t);
  return (
    <TreePage
      resource={departments}
      parent="parentId"
      name="deptName"
      order="orderNum"
      sorting="siblings"
      cells={{
        userCount: (count, { deptId }) =>
          count > 0 && hasPermi('system:user:list') ? <RowLink to={`/system/user?deptId=${deptId}&below=0`}>{count}</RowLink> : count,
      }}
      filters={[
        nameFilter,
        // only the console filters by it
        <Form.Item key="leader" name="leader" label={t('system.dept.leader')}>
          <ClearableInput />
        </Form.Item>,
        statusFilter,
      ]}
      isMatch={(row, { deptName, leader, status }) =>
        includesText(displayName('deptName', row.deptName), deptName) &&
        includesText(row.leader, leader) &&
        (!status || row.status === status)
      }
      form={<DepartmentFields />}
      addsBelowFirst
      canAddBelow={({ status }) => status === '0'}
      isRemovable={({ parentId, children }) => !(parentId === 0 && children)}
      // the import of users refers to departments by this number
      showsKey
      detailsOf={withNames}
    />
  );
}
