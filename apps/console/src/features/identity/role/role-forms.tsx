import { type Role, roles, type Translate, type TreeNode } from '@suyuan/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Drawer, Form, Input, Radio } from 'antd';
import { useEffect, useState } from 'react';
import { editBody, recordQueryOptions } from '../../../data/api.ts';
import { menuNodeLabel } from '../../../data/display-names.ts';
import { useSaveShortcut } from '../../../data/form-editing.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { request } from '../../../data/request.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { useUnsavedChanges } from '../../../data/unsaved-changes.ts';
import { confirm } from '../../../ui/confirm.ts';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { type CheckedIds, checkedFromKeys } from './check-set.ts';
import { CheckTree } from './check-tree.tsx';
import { departmentsQueryOptions, menusQueryOptions } from './role-queries.ts';

const SCOPES = ['1', '2', '3', '4', '5'] as const;

/** Data scope of a role: one of five, the custom one with a tree of departments. */
export function ScopeDrawer({ role, onClose }: { role: Role; onClose: () => void }) {
  const t = useTranslations();
  const client = useQueryClient();
  const departmentsQuery = useQuery(departmentsQueryOptions(role.roleId));
  const { data: fullRole } = useQuery({ ...recordQueryOptions(roles, role.roleId), staleTime: 0 });
  const [scope, setScope] = useState(role.dataScope);
  const [linked, setLinked] = useState(role.deptCheckStrictly);
  const [editedIds, setEditedIds] = useState<CheckedIds>();
  const { depts: departments = [], checkedKeys = [] } = departmentsQuery.data ?? {};
  const checkedIds = editedIds ?? checkedFromKeys(departments, checkedKeys, role.deptCheckStrictly);
  const dirty = scope !== role.dataScope || linked !== role.deptCheckStrictly || editedIds !== undefined;
  useUnsavedChanges(dirty);
  const save = useMutation({
    mutationFn: (record: Role) => {
      const changes = { dataScope: scope, deptIds: [...checkedIds], deptCheckStrictly: linked };
      return request('PUT', `${roles.path}/dataScope`, editBody(roles, record, changes));
    },
    onSuccess: () => {
      shellServices.notify('success', t(hasExtension('instantRights') ? 'system.role.saved' : 'system.role.saved.plain'));
      onClose();
      return client.invalidateQueries({ queryKey: [roles.path] });
    },
  });
  const submit = () => {
    if (departmentsQuery.data && fullRole && !save.isPending) save.mutate(fullRole);
  };
  useSaveShortcut(true, submit);
  const closeDrawer = async () => {
    const question = { title: t('kit.unsavedAsk'), content: t('kit.unsavedHint'), okText: t('kit.discard'), danger: true };
    if (!dirty || (await confirm(question))) onClose();
  };
  return (
    <Drawer
      open
      size={560}
      title={t('system.role.scopeOf', { name: role.roleName })}
      onClose={() => void closeDrawer()}
      className="form-drawer"
      footer={
        <div className="form-footer">
          <span className="form-hint">{t('kit.saveHint')}</span>
          <Button onClick={() => void closeDrawer()}>{t('kit.cancel')}</Button>
          <Button type="primary" loading={save.isPending} disabled={!departmentsQuery.data || !fullRole} onClick={submit}>
            {t('kit.save')}
          </Button>
        </div>
      }
    >
      <Radio.Group
        className="scope-choice"
        aria-label={t('system.role.dataScope')}
        value={scope}
        onChange={({ target }) => setScope(target.value)}
      >
        {SCOPES.map((value) => (
          <Radio key={value} value={value}>
            {t(`system.role.dataScope.${value}`)}
            <span className="none scope-why">{t(`system.role.dataScope.${value}.why`)}</span>
          </Radio>
        ))}
      </Radio.Group>
      {scope === '2' &&
        (departmentsQuery.error && !departmentsQuery.data ? (
          <ErrorState error={departmentsQuery.error} onRetry={() => void departmentsQuery.refetch()} />
        ) : !departmentsQuery.data ? (
          <LoadingState rows={6} />
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
            {checkedIds.size === 0 && <Alert type="warning" showIcon title={t('system.role.deptIds.none')} />}
            {linked && <p className="none small">{t('system.role.deptIds.half')}</p>}
          </>
        ))}
    </Drawer>
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
      <Field of={roles} name="roleName">
        <Input maxLength={30} autoComplete="off" />
      </Field>
      <Field of={roles} name="roleKey">
        <Input className="mono-text" maxLength={100} autoComplete="off" />
      </Field>
      <Field of={roles} name="roleSort">
        <NumberField min={0} max={9999} />
      </Field>
      <Field of={roles} name="status">
        <Radio.Group options={(['0', '1'] as const).map((value) => ({ value, label: t(`system.role.status.${value}`) }))} />
      </Field>
      {(['menuCheckStrictly', 'deptCheckStrictly'] as const).map((name) => (
        <Form.Item key={name} name={name} hidden>
          <Input />
        </Form.Item>
      ))}
      {status !== undefined && (
        <Field of={roles} name="menuIds" validate={validateMenus}>
          <MenuTreeField key={roleId} roleId={roleId} />
        </Field>
      )}
      <Field of={roles} name="remark">
        <Input.TextArea rows={3} maxLength={500} />
      </Field>
    </>
  );
}
