import { configs, type RecordOf } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Radio, Select } from 'antd';
import { shellServices } from '../../../data/hosts.ts';
import { Can } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { translateSeedText } from '../../../data/seed-text.ts';
import { useTranslations } from '../../../data/words.ts';
import { columnOf } from '../../../ui/columns.tsx';
import { DictionaryLabel } from '../../../ui/dictionary-tag.tsx';
import { Ellipsis } from '../../../ui/ellipsis.tsx';
import { Field } from '../../../ui/field.tsx';
import { CopyableText } from '../../../ui/mono.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { SampleDataNotice } from './sample-line.tsx';
import { AllowedValues, SettingText, SettingValue } from './setting-value.tsx';

const nameOf = ({ configKey, configName }: Pick<RecordOf<typeof configs>, 'configKey' | 'configName'>) =>
  translateSeedText(`system.config.seed.name.${configKey}`, configName);

export default function SettingPage() {
  const t = useTranslations();
  const client = useQueryClient();
  const refresh = useMutation({
    mutationFn: () => request('DELETE', `${configs.path}/refreshCache`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [configs.path] });
      shellServices.notify('success', t('system.config.refreshed'));
    },
  });
  const kinds = (['Y', 'N'] as const).map((value) => ({ value, label: t(`system.config.configType.${value}`) }));
  return (
    <ResourcePage
      resource={configs}
      hiddenAtFirst={['updateTime']}
      displayName={nameOf}
      blank={{ configType: 'N' }}
      protectionOf={({ configType }) => configType === 'Y' && 'kept'}
      columns={[
        columnOf(configs, 'configName', (_, config) => nameOf(config)),
        columnOf(configs, 'configValue', (value, { configKey }) => <SettingText configKey={configKey} value={value} />),
        columnOf(configs, 'configKey', (key) => <CopyableText>{key}</CopyableText>),
        columnOf(configs, 'configType', (kind) => (
          <DictionaryLabel label={t(`system.config.configType.${kind}`)} listClass={kind === 'Y' ? 'primary' : 'info'} />
        )),
        columnOf(configs, 'remark', (remark, { configKey }) =>
          remark ? (
            <Ellipsis width={20}>{translateSeedText(`system.config.seed.about.${configKey}`, remark)}</Ellipsis>
          ) : (
            <span className="none">—</span>
          ),
        ),
        columnOf(configs, 'updateTime'),
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
        <Can do={[configs.permission('remove')]}>
          <Button onClick={() => refresh.mutate()} loading={refresh.isPending}>
            {t('system.config.refreshCache')}
          </Button>
        </Can>
      }
      form={
        <>
          <Field of={configs} name="configName">
            <Input maxLength={100} />
          </Field>
          <Field of={configs} name="configKey">
            <Input className="mono-text" maxLength={100} autoComplete="off" />
          </Field>
          <Field of={configs} name="configValue" extra={<AllowedValues />}>
            <SettingValue />
          </Field>
          <Field of={configs} name="configType">
            <Radio.Group options={kinds} />
          </Field>
          <Field of={configs} name="remark">
            <Input.TextArea rows={3} maxLength={500} />
          </Field>
        </>
      }
    />
  );
}
