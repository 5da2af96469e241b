import { grantRoles, type TreeNode, type User, type UserRole, users } from '@suyuan/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Checkbox, Tree } from 'antd';
import type { BasicDataNode } from 'antd/es/tree';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import { useSaveShortcut } from '../../../data/form-editing.ts';
import { displayName, useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { useUnsavedChanges } from '../../../data/unsaved-changes.ts';
import { leaveForm } from '../../../ui/confirm.ts';
import { FooterHint, FormDrawer } from '../../../ui/form-parts.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ToolButton } from '../../../ui/list-tools.tsx';
import { ClearableInput } from '../../../ui/select.tsx';
import { EmptyState, QueryState } from '../../../ui/states.tsx';
import { flattenTree } from '../../../ui/tree.ts';
import { departmentTreeQueryOptions, grantableRolesQueryOptions } from './user-queries.ts';

export function GrantDrawer({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useTranslations();
  const client = useQueryClient();
  const grantQuery = useQuery(grantableRolesQueryOptions(user.userId));
  const [editedRoleIds, setEditedRoleIds] = useState<number[]>();
  useUnsavedChanges(editedRoleIds !== undefined);
  const [searchText, setSearchText] = useState('');
  const { user: fullUser, roles: grantable = [] } = grantQuery.data ?? {};
  // existing roles stay visible and in the request, even if this user may not grant them
  const ungrantableRoles = (fullUser?.roles ?? []).filter(({ roleId }) => !grantable.some((role) => role.roleId === roleId));
  const roles = [...grantable, ...ungrantableRoles];
  // RuoYi returns `roleIds: null` and marks the user's roles by `flag`
  const assignedRoleIds =
    fullUser?.roleIds ?? roles.filter((role) => role.flag || ungrantableRoles.includes(role)).map(({ roleId }) => roleId);
  const selectedRoleIds = editedRoleIds ?? assignedRoleIds;
  const save = useMutation({
    mutationFn: () => call(grantRoles, { userId: user.userId, roleIds: selectedRoleIds }),
    onSuccess: () => {
      shellServices.notify('success', t(hasExtension('instantRights') ? 'system.user.granted' : 'system.user.granted.plain'));
      onClose();
      return client.invalidateQueries({ queryKey: [users.path] });
    },
  });
  const submit = () => {
    if (grantQuery.data && !save.isPending) save.mutate();
  };
  useSaveShortcut(true, submit);
  const part = searchText.trim().toLowerCase();
  const visibleRoles = roles.filter(({ roleName, roleKey }) =>
    `${displayName('roleName', roleName)} ${roleKey}`.toLowerCase().includes(part),
  );
  const toggle = ({ roleId }: UserRole, on: boolean) =>
    setEditedRoleIds(on ? [...selectedRoleIds, roleId] : selectedRoleIds.filter((id) => id !== roleId));
  return (
    <FormDrawer
      size={560}
      title={t('system.user.grantTo', { name: t('kit.aside', { what: user.nickName, more: user.userName }) })}
      onClose={() => void leaveForm(editedRoleIds !== undefined, onClose)}
      hint={<FooterHint>{t('system.user.grantCount', { count: selectedRoleIds.length })}</FooterHint>}
      okText={t('kit.save')}
      busy={save.isPending}
      disabled={!grantQuery.data}
      onOk={submit}
    >
      <p className="mt-0 mb-3 text-muted">{t('system.user.grantHint')}</p>
      {!grantQuery.data ? (
        <QueryState query={grantQuery} rows={6} />
      ) : roles.length === 0 ? (
        <EmptyState text={t('system.user.roleNone')} />
      ) : (
        <>
          <ClearableInput
            value={searchText}
            placeholder={t('system.user.roleSearch')}
            aria-label={t('system.user.roleSearch')}
            onChange={({ target }) => setSearchText(target.value)}
          />
          <ul className="mt-3 mb-0 list-none p-0">
            {visibleRoles.map((role) => (
              <li
                key={role.roleId}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line py-2 not-first:border-t"
              >
                <Checkbox
                  checked={selectedRoleIds.includes(role.roleId)}
                  disabled={ungrantableRoles.includes(role) || (role.status === '1' && !assignedRoleIds.includes(role.roleId))}
                  onChange={({ target }) => toggle(role, target.checked)}
                >
                  {displayName('roleName', role.roleName)}
                  {role.status === '1' && <span className="text-muted"> · {t('system.user.off')}</span>}
                </Checkbox>
                <span className="inline-flex gap-4 text-xs/5 text-muted">
                  <span className="mono-text">{role.roleKey}</span>
                  <span>{t(`system.user.scope.${role.dataScope}`)}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </FormDrawer>
  );
}

interface DepartmentAsideProps {
  /** Id of the department that filters the list, as in the URL. */
  selectedId: string | undefined;
  onSelect: (deptId: number | undefined) => void;
  onHide: () => void;
}

/** Department tree next to the list. A click filters by a department and its subtree, a second click clears the filter. */
export function DepartmentAside({ selectedId, onSelect, onHide }: DepartmentAsideProps) {
  const t = useTranslations();
  const tree = useQuery(departmentTreeQueryOptions());
  const [searchText, setSearchText] = useState('');
  const visibleNodes = filterNodes(tree.data ?? [], searchText.trim());
  const visibleIds = flattenTree(visibleNodes).map(({ node }) => node.id);
  return (
    <nav className="flex flex-col gap-2 [&_.ant-tree-node-content-wrapper]:truncate" aria-label={t('system.user.depts')}>
      <div className="flex items-center justify-between">
        <h2 className="m-0 text-sm/5.5 font-semibold">{t('system.user.depts')}</h2>
        <ToolButton label={t('system.user.departmentHide')} icon={<Icon name="menuClose" />} onClick={onHide} />
      </div>
      <ClearableInput
        value={searchText}
        placeholder={t('system.user.departmentSearch')}
        aria-label={t('system.user.departmentSearch')}
        onChange={({ target }) => setSearchText(target.value)}
      />
      <button
        type="button"
        className={`cursor-pointer rounded border-0 px-2 py-1 text-start [font:inherit] text-inherit ${
          selectedId ? 'bg-transparent hover:bg-hover' : 'bg-primary-ground'
        }`}
        aria-pressed={!selectedId}
        onClick={() => onSelect(undefined)}
      >
        {t('system.user.departmentAll')}
      </button>
      {!tree.data ? (
        <QueryState query={tree} rows={5} />
      ) : visibleNodes.length === 0 && searchText ? (
        <p className="text-muted">{t('system.user.departmentNone', { text: searchText.trim() })}</p>
      ) : (
        <Tree<TreeItem>
          key={searchText ? visibleIds.join() : 'whole'}
          blockNode
          defaultExpandedKeys={searchText || visibleIds.length <= 60 ? visibleIds : visibleNodes.map(({ id }) => id)}
          selectedKeys={selectedId ? [Number(selectedId)] : []}
          onSelect={(_, { node, selected }) => onSelect(selected ? node.id : undefined)}
          treeData={visibleNodes}
          fieldNames={{ key: 'id', title: 'label', children: 'children' }}
          titleRender={({ label, isDisabled }) => (
            <span className={isDisabled ? 'text-muted' : undefined} title={label}>
              {label}
              {isDisabled && ` · ${t('system.user.off')}`}
            </span>
          )}
        />
      )}
    </nav>
  );
}

/** A switched-off department can still be selected, so it is not disabled. */
interface TreeItem extends BasicDataNode {
  id: number;
  label: string;
  isDisabled: boolean;
  children?: TreeItem[];
}

function filterNodes(nodes: TreeNode[], part: string): TreeItem[] {
  return nodes.flatMap(({ id, label, disabled, children }) => {
    const isMatch = label.toLowerCase().includes(part.toLowerCase());
    const matchingChildren = filterNodes(children ?? [], isMatch ? '' : part);
    return isMatch || matchingChildren.length > 0
      ? [{ id, label, isDisabled: disabled, ...(matchingChildren.length > 0 && { children: matchingChildren }) }]
      : [];
  });
}
