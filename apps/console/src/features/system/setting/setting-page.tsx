import { type RecordOf, type SampleStanding, sampleBusiness, settings } from '@suyuan/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Radio, Select } from 'antd';
import { useEffect, useRef } from 'react';
import { translateSeedText } from '../../../data/display-names.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can, usePermission } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { columnOf } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { DictionaryLabel } from '../../../ui/dictionary-tag.tsx';
import { Ellipsis } from '../../../ui/ellipsis.tsx';
import { Field } from '../../../ui/field.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { AllowedValues, SettingText, SettingValue } from './setting-value.tsx';
import './setting.css';

/** Poll interval during removal, in milliseconds. */
const POLL_INTERVAL_MS = 1500;

/** Note about the sample data for users who may remove it; nothing once it is removed. */
function SampleDataNotice() {
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

const nameOf = ({ configKey, configName }: Pick<RecordOf<typeof settings>, 'configKey' | 'configName'>) =>
  translateSeedText(`system.config.seed.name.${configKey}`, configName);

export default function SettingPage() {
  const t = useTranslations();
  const client = useQueryClient();
  const refresh = useMutation({
    mutationFn: () => request('DELETE', `${settings.path}/refreshCache`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [settings.path] });
      shellServices.notify('success', t('system.config.refreshed'));
    },
  });
  const kinds = (['Y', 'N'] as const).map((value) => ({ value, label: t(`system.config.configType.${value}`) }));
  return (
    <ResourcePage
      resource={settings}
      hiddenAtFirst={['updateTime']}
      displayName={nameOf}
      blank={{ configType: 'N' }}
      protectionOf={({ configType }) => configType === 'Y' && 'kept'}
      columns={[
        columnOf(settings, 'configName', (_, config) => nameOf(config)),
        columnOf(settings, 'configValue', (value, { configKey }) => <SettingText configKey={configKey} value={value} />),
        columnOf(settings, 'configKey', (key) => <CopyableText>{key}</CopyableText>),
        columnOf(settings, 'configType', (kind) => (
          <DictionaryLabel label={t(`system.config.configType.${kind}`)} listClass={kind === 'Y' ? 'primary' : 'info'} />
        )),
        columnOf(settings, 'remark', (remark, { configKey }) =>
          remark ? (
            <Ellipsis width={20}>{translateSeedText(`system.config.seed.about.${configKey}`, remark)}</Ellipsis>
          ) : (
            <span className="none">—</span>
          ),
        ),
        columnOf(settings, 'updateTime'),
      ]}
      filters={
        <>
          <Form.Item name="configName" label={t('system.config.configName')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="configKey" label={t('system.config.configKey')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="configType" label={t('system.config.configType')}>
            <Select options={kinds} allowClear />
          </Form.Item>
          <RangeFilter label={t('common.field.createTime')} />
        </>
      }
      above={<SampleDataNotice />}
      toolbar={
        <Can do={[settings.permission('remove')]}>
          <Button onClick={() => refresh.mutate()} loading={refresh.isPending}>
            {t('system.config.refreshCache')}
          </Button>
        </Can>
      }
      form={
        <>
          <Field of={settings} name="configName">
            <Input maxLength={100} />
          </Field>
          <Field of={settings} name="configKey">
            <Input className="mono-text" maxLength={100} autoComplete="off" />
          </Field>
          <Field of={settings} name="configValue" extra={<AllowedValues />}>
            <SettingValue />
          </Field>
          <Field of={settings} name="configType">
            <Radio.Group options={kinds} />
          </Field>
          <Field of={settings} name="remark">
            <Input.TextArea rows={3} maxLength={500} />
          </Field>
        </>
      }
    />
  );
}
