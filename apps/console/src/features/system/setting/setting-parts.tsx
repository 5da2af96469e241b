import { refreshSettings, settings } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { call, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';

export function RefreshButton() {
  const t = useTranslations();
  const client = useQueryClient();
  const refresh = useMutation({
    mutationFn: () => call(refreshSettings, {}),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [settings.path] });
      shellServices.notify('success', t('system.config.refreshed'));
    },
  });
  return (
    <Can do={[settings.permission('remove')]}>
      <Button onClick={() => refresh.mutate()} loading={refresh.isPending}>
        {t('system.config.refreshCache')}
      </Button>
    </Can>
  );
}

/** To the groups, or to the table of all settings. Each begins without filters. */
export function ViewSwitch({ to }: { to: 'groups' | 'table' }) {
  const t = useTranslations();
  const [query, updateQuery] = useListQuery();
  const cleared = Object.fromEntries(Object.keys(query).map((name) => [name, undefined]));
  return (
    <Button onClick={() => updateQuery({ ...cleared, view: to === 'table' ? to : undefined })}>{t(`system.config.view.${to}`)}</Button>
  );
}
