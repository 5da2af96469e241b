import { type Role, roles } from '@suyuan/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Drawer, Radio } from 'antd';
import { useState } from 'react';
import { editBody, recordQueryOptions } from '../../../data/api.ts';
import { shellServices } from '../../../data/hosts.ts';
import { request } from '../../../data/request.ts';
import { useSaveShortcut } from '../../../data/save-key.ts';
import { hasExtension } from '../../../data/server-about.ts';
import { useUnsavedChanges } from '../../../data/unsaved.ts';
import { useTranslations } from '../../../data/words.ts';
import { confirm } from '../../../ui/confirm.ts';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { departmentsQueryOptions } from './asks.ts';
import { type CheckedIds, checkedFromKeys } from './check-set.ts';
import { CheckTree } from './check-tree.tsx';

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
