import { removeSampleData, sampleBusiness, sampleStatus, tasks } from '@suyuan/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, endpointQueryOptions, useRefetch } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { confirm } from '../../../ui/confirm.ts';

/** Poll interval during removal, in milliseconds. */
const POLL_INTERVAL_MS = 1500;

/** The sample data and its removal, for users who may remove it. */
export function useSampleData() {
  const t = useTranslations();
  const client = useQueryClient();
  const { path, permission } = sampleBusiness;
  const canRemove = usePermission(permission) && hasExtension('sample');
  const { data: status } = useQuery({
    ...endpointQueryOptions(sampleStatus, {}),
    enabled: canRemove,
    refetchInterval: ({ state }) => state.data?.removing === true && POLL_INTERVAL_MS,
    meta: { ownErrors: true },
  });
  const remove = useMutation({
    mutationFn: () => call(removeSampleData, {}),
    onSettled: useRefetch(path, tasks.path),
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
  const confirmRemoval = () => {
    const impact = { key: [path], read: () => ({ batches }), word: (name: string) => `tool.sample.impact.${name}` };
    const question = { title: t('tool.sample.removeAsk'), impact, content: t('tool.sample.removeMeans') };
    void confirm({ ...question, okText: t('tool.sample.remove'), danger: true }, () => remove.mutateAsync());
  };
  return { hasSampleData, removing, batches, confirmRemoval };
}
