import { type Role, roles } from '@suyuan/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Drawer, Radio } from 'antd';
import { useState } from 'react';
import { editBody, readOf } from '../../../data/api.ts';
import { hosts } from '../../../data/hosts.ts';
import { request } from '../../../data/request.ts';
import { useSaveKey } from '../../../data/save-key.ts';
import { has } from '../../../data/server-about.ts';
import { useUnsaved } from '../../../data/unsaved.ts';
import { useWords } from '../../../data/words.ts';
import { confirm } from '../../../ui/confirm.ts';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { departmentsOf } from './asks.ts';
import { type Ticked, tickedFrom } from './check-set.ts';
import { CheckTree } from './check-tree.tsx';

const SCOPES = ['1', '2', '3', '4', '5'] as const;

/** Data scope of a role: one of five, the custom one with a tree of departments. */
export function ScopeDrawer({ role, onClose }: { role: Role; onClose: () => void }) {
  const t = useWords();
  const client = useQueryClient();
  const asked = useQuery(departmentsOf(role.roleId));
  const { data: whole } = useQuery({ ...readOf(roles, role.roleId), staleTime: 0 });
  const [scope, setScope] = useState(role.dataScope);
  const [linked, setLinked] = useState(role.deptCheckStrictly);
  const [chosen, choose] = useState<Ticked>();
  const { depts: departments = [], checkedKeys = [] } = asked.data ?? {};
  const ticked = chosen ?? tickedFrom(departments, checkedKeys, role.deptCheckStrictly);
  const dirty = scope !== role.dataScope || linked !== role.deptCheckStrictly || chosen !== undefined;
  useUnsaved(dirty);
  const save = useMutation({
    mutationFn: (record: Role) => {
      const changes = { dataScope: scope, deptIds: [...ticked], deptCheckStrictly: linked };
      return request('PUT', `${roles.path}/dataScope`, editBody(roles, record, changes));
    },
    onSuccess: () => {
      hosts.tell('success', t(has('instantRights') ? 'system.role.saved' : 'system.role.saved.plain'));
      onClose();
      return client.invalidateQueries({ queryKey: [roles.path] });
    },
  });
  const submit = () => {
    if (asked.data && whole && !save.isPending) save.mutate(whole);
  };
  useSaveKey(true, submit);
  const leave = async () => {
    const question = { title: t('kit.unsavedAsk'), content: t('kit.unsavedHint'), okText: t('kit.discard'), danger: true };
    if (!dirty || (await confirm(question))) onClose();
  };
  return (
    <Drawer
      open
      size={560}
      title={t('system.role.scopeOf', { name: role.roleName })}
      onClose={() => void leave()}
      className="form-drawer"
      footer={
        <div className="form-footer">
          <span className="form-hint">{t('kit.saveHint')}</span>
          <Button onClick={() => void leave()}>{t('kit.cancel')}</Button>
          <Button type="primary" loading={save.isPending} disabled={!asked.data || !whole} onClick={submit}>
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
        (asked.error && !asked.data ? (
          <Failed error={asked.error} onRetry={() => void asked.refetch()} />
        ) : !asked.data ? (
          <Waiting rows={6} />
        ) : (
          <>
            <CheckTree
              label={t('system.role.deptIds')}
              tree={departments}
              ticked={ticked}
              onTick={choose}
              linked={linked}
              onLink={(on) => {
                choose(ticked);
                setLinked(on);
              }}
              off={t('system.dept.status.1')}
            />
            {ticked.size === 0 && <Alert type="warning" showIcon title={t('system.role.deptIds.none')} />}
            {linked && <p className="none small">{t('system.role.deptIds.half')}</p>}
          </>
        ))}
    </Drawer>
  );
}
