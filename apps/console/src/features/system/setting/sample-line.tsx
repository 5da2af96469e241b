import { type SampleStanding, sampleBusiness } from '@suyuan/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useEffect, useRef } from 'react';
import { shellServices } from '../../../data/hosts.ts';
import { usePermission } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { hasExtension } from '../../../data/server-about.ts';
import { useTranslations } from '../../../data/words.ts';
import { confirm } from '../../../ui/confirm.ts';
import './setting.css';

/** Poll interval during removal, in milliseconds. */
const POLL_INTERVAL_MS = 1500;

/** Note about the sample data for users who may remove it; nothing once it is removed. */
export function SampleDataNotice() {
  const t = useTranslations();
  const client = useQueryClient();
  const { path, permission } = sampleBusiness;
  const canRemove = usePermission(permission) && hasExtension('sample');
  const { data: status } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => request<SampleStanding>('GET', path, undefined, { signal }),
    enabled: canRemove,
    refetchInterval: ({ state }) => state.data?.removing === true && POLL_INTERVAL_MS,
    meta: { ownErrors: true },
  });
  const remove = useMutation({
    mutationFn: () => request('DELETE', path),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: [path] });
      await client.invalidateQueries({ queryKey: ['/account/task'] });
    },
  });
  const { there: hasSampleData = false, removing = false, batches = 0 } = status ?? {};
  const wasRemoving = useRef(removing);
  useEffect(() => {
    if (wasRemoving.current && !removing && !hasSampleData) {
      shellServices.notify('success', t('tool.sample.removed'));
      void client.invalidateQueries();
    }
    wasRemoving.current = removing;
  }, [removing, hasSampleData, client, t]);
  if (!hasSampleData) return null;
  const confirmRemoval = async () => {
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
        <Button danger loading={remove.isPending} onClick={() => void confirmRemoval()}>
          {t('tool.sample.remove')}
        </Button>
      }
    />
  );
}
