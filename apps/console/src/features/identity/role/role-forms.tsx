import {
  dataScopes,
  menuTree,
  type ResultOf,
  type Role,
  roleDepartments,
  roleMenus,
  roles,
  setRoleScope,
  type Translate,
  type TreeNode,
} from '@suyuan/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Input, Radio } from 'antd';
import { useEffect, useState } from 'react';
import { call, editBody, endpointQueryOptions, recordQueryOptions } from '../../../data/api.ts';
import { menuNodeLabel, translateDepartments } from '../../../data/display-names.ts';
import { useSaveShortcut } from '../../../data/form-editing.ts';
import { displayName, useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { useUnsavedChanges } from '../../../data/unsaved-changes.ts';
import { leaveForm } from '../../../ui/confirm.ts';
import { FormFields } from '../../../ui/field-kinds.tsx';
import { FormDrawer, SaveHint } from '../../../ui/form-parts.tsx';
import { ErrorState, LoadingState, QueryState } from '../../../ui/states.tsx';
import { type CheckedIds, checkedFromKeys } from './check-set.ts';
import { CheckTree } from './check-tree.tsx';

const NO_CACHE = { staleTime: 0, gcTime: 0 };

/** Menus that the current user sees, and which of them a role has. A new role has none. */
const menusQueryOptions = (roleId: number | undefined) =>
  queryOptions({
    queryKey: [roles.path, 'menus', roleId],
    queryFn: async ({ signal }) =>
      roleId === undefined ? { menus: await call(menuTree, {}, { signal }), checkedKeys: [] } : call(roleMenus, { roleId }, { signal }),
    ...NO_CACHE,
  });

/** Departments that the current user sees, and which of them a role names. */
const departmentsQueryOptions = (roleId: number) => ({
  ...endpointQueryOptions(roleDepartments, { roleId }),
  select: ({ depts, ...rest }: ResultOf<typeof roleDepartments>) => ({ ...rest, depts: translateDepartments(depts) }),
  ...NO_CACHE,
});

/** Data scope of a role: one of five, the custom one with a tree of departments. */
export function ScopeDrawer({ role, onClose }: { role: Role; onClose: () => void }) {
  const t = useTranslations();
  const client = useQueryClient();
  const departmentsQuery = useQuery(departmentsQueryOptions(role.roleId));
  const { data: fullRole } = useQuery({ ...recordQueryOptions(roles, role.roleId), staleTime: 0 });
  const [scope, setScope] = useState(role.dataScope);
  const [linked, setLinked] = useState(role.deptCheckStrictly);
  const [editedIds, setEditedIds] = useState<CheckedIds>();
  const [isSubmitted, setSubmitted] = useState(false);
  const { depts: departments = [], checkedKeys = [] } = departmentsQuery.data ?? {};
  const checkedIds = editedIds ?? checkedFromKeys(departments, checkedKeys, role.deptCheckStrictly);
  /** Users with only such a role would see no data. RuoYi's servers accept it. */
  const lacksDepartments = scope === '2' && checkedIds.size === 0;
  const dirty = scope !== role.dataScope || linked !== role.deptCheckStrictly || editedIds !== undefined;
  useUnsavedChanges(dirty);
  const save = useMutation({
    mutationFn: (record: Role) => {
      const changes = { dataScope: scope, deptIds: [...checkedIds], deptCheckStrictly: linked };
      return call(setRoleScope, { roleId: role.roleId, ...changes }, { body: editBody(roles, record, changes) });
    },
    onSuccess: () => {
      shellServices.notify('success', t(hasExtension('instantRights') ? 'system.role.saved' : 'system.role.saved.plain'));
      onClose();
      return client.invalidateQueries({ queryKey: [roles.path] });
    },
  });
  const submit = () => {
    setSubmitted(true);
    if (departmentsQuery.data && fullRole && !save.isPending && !lacksDepartments) save.mutate(fullRole);
  };
  useSaveShortcut(true, submit);
  const closeDrawer = () => void leaveForm(dirty, onClose);
  return (
    <FormDrawer
      size={560}
      title={t('system.role.scopeOf', { name: displayName('roleName', role.roleName) })}
      onClose={closeDrawer}
      hint={<SaveHint />}
      okText={t('kit.save')}
      busy={save.isPending}
      disabled={!departmentsQuery.data || !fullRole}
      onOk={submit}
    >
      <Radio.Group
        className="mb-4! flex! flex-col! gap-3!"
        aria-label={t('system.role.dataScope')}
        value={scope}
        onChange={({ target }) => setScope(target.value)}
      >
        {dataScopes.map((value) => (
          <Radio key={value} value={value} className="m-0! items-start!" classNames={{ icon: 'mt-[3px]! self-start!' }}>
            {t(`system.role.dataScope.${value}`)}
            <span className="block text-xs/5 text-muted">{t(`system.role.dataScope.${value}.why`)}</span>
          </Radio>
        ))}
      </Radio.Group>
      {scope === '2' &&
        (!departmentsQuery.data ? (
          <QueryState query={departmentsQuery} rows={6} />
        ) : (
          <>
            <CheckTree
              label={t('system.role.deptIds')}
              tree={departments}
              checkedIds={checkedIds}
              onCheck={setEditedIds}
              linked={linked}
              onLinkedChange={(on) => {
                setEditedIds(checkedIds);
                setLinked(on);
              }}
              disabledLabel={t('system.dept.status.1')}
            />
            {isSubmitted && lacksDepartments && (
              <p role="alert" className="text-danger">
                {t('system.role.deptIds.none')}
              </p>
            )}
            {linked && <p className="text-muted text-xs">{t('system.role.deptIds.half')}</p>}
          </>
        ))}
    </FormDrawer>
  );
}

interface MenuTreeFieldProps {
  /** Undefined while the role is being created. */
  roleId: number | undefined;
  /** Absent until the role's menus are loaded. */
  value?: number[];
  onChange?: (menuIds: number[]) => void;
}

const withTranslatedLabels = (nodes: TreeNode[], t: Translate): TreeNode[] =>
  nodes.map((node) => ({
    ...node,
    label: menuNodeLabel(node, t),
    ...(node.children && { children: withTranslatedLabels(node.children, t) }),
  }));

/** Menus and buttons of a role, limited to those that the current user may grant. */
function MenuTreeField({ roleId, value, onChange }: MenuTreeFieldProps) {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const linked = Form.useWatch('menuCheckStrictly', form) !== false;
  const menusQuery = useQuery(menusQueryOptions(roleId));
  // a RuoYi server rejects a role without menus, so unchanged ones are sent too
  useEffect(() => {
    if (value || !menusQuery.data) return;
    const { menus, checkedKeys } = menusQuery.data;
    const isLinked = form.getFieldValue('menuCheckStrictly') !== false;
    form.setFieldValue('menuIds', [...checkedFromKeys(menus, checkedKeys, isLinked)]);
  }, [value, menusQuery.data, form]);
  if (menusQuery.error && !menusQuery.data) return <ErrorState error={menusQuery.error} onRetry={() => void menusQuery.refetch()} />;
  if (!menusQuery.data || !value) return <LoadingState rows={6} />;
  const menus = withTranslatedLabels(menusQuery.data.menus, t);
  return (
    <CheckTree
      label={t(roles.word('menuIds'))}
      tree={menus}
      checkedIds={new Set(value)}
      onCheck={(checkedIds) => onChange?.([...checkedIds])}
      linked={linked}
      onLinkedChange={(on) => {
        onChange?.(value);
        form.setFieldValue('menuCheckStrictly', on);
      }}
    />
  );
}

/** The data scope of a role has a separate form. */
export function RoleFields() {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const { roleId, status } = (Form.useWatch([], { form, preserve: true }) ?? {}) as Partial<Role>;
  const validateMenus = (menuIds: unknown) => (menuIds === undefined ? t('system.role.menuIds.missing') : undefined);
  return (
    <>
      {(['menuCheckStrictly', 'deptCheckStrictly'] as const).map((name) => (
        <Form.Item key={name} name={name} hidden>
          <Input />
        </Form.Item>
      ))}
      <FormFields
        of={roles}
        fieldProps={{
          roleName: { inputProps: { autoComplete: 'off' } },
          status: { radio: true },
          menuIds: status !== undefined && { validate: validateMenus, control: <MenuTreeField key={roleId} roleId={roleId} /> },
        }}
      />
    </>
  );
}
