import { type SampleStanding, sampleBusiness } from '@suyuan/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useEffect, useRef } from 'react';
import { hosts } from '../../../data/hosts.ts';
import { usePermission } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { has } from '../../../data/server-about.ts';
import { useWords } from '../../../data/words.ts';
import { confirm } from '../../../ui/confirm.ts';
import './setting.css';

/** Poll interval during removal, in milliseconds. */
const PACE = 1500;

/** Note about the sample data for users who may remove it; nothing once it is removed. */
export function SampleLine() {
  const t = useWords();
  const client = useQueryClient();
  const { path, permission } = sampleBusiness;
  const may = usePermission(permission) && has('sample');
  const { data: standing } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => request<SampleStanding>('GET', path, undefined, { signal }),
    enabled: may,
    refetchInterval: ({ state }) => state.data?.removing === true && PACE,
    meta: { ownErrors: true },
  });
  const remove = useMutation({
    mutationFn: () => request('DELETE', path),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: [path] });
      await client.invalidateQueries({ queryKey: ['/account/task'] });
    },
  });
  const { there = false, removing = false, batches = 0 } = standing ?? {};
  const wasRemoving = useRef(removing);
  useEffect(() => {
    if (wasRemoving.current && !removing && !there) {
      hosts.tell('success', t('tool.sample.removed'));
      void client.invalidateQueries();
    }
    wasRemoving.current = removing;
  }, [removing, there, client, t]);
  if (!there) return null;
  const ask = async () => {
    const question = { title: t('tool.sample.removeAsk'), content: t('tool.sample.removeMeans') };
    if (await confirm({ ...question, okText: t('tool.sample.remove'), danger: true })) remove.mutate();
  };
  return removing ? (
    <Alert
      className="sample-line"
      type="info"
      showIcon
      role="status"
      title={t('tool.sample.removing')}
      action={<progress aria-label={t('tool.sample.remove')} />}
    />
  ) : (
    <Alert
      className="sample-line"
      type="info"
      showIcon
      title={t('tool.sample.there', { batches })}
      action={
        <Button danger loading={remove.isPending} onClick={() => void ask()}>
          {t('tool.sample.remove')}
        </Button>
      }
    />
  );
}
