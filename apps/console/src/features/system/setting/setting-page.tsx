import { settings } from '@suyuan/contract';
import { useEffect } from 'react';
import { filterEntries, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { DictionaryLabel } from '../../../ui/dictionary-tag.tsx';
import { Ellipsis } from '../../../ui/ellipsis.tsx';
import { FormField, FormFields } from '../../../ui/field-kinds.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { SampleDataNotice } from './sample-data-notice.tsx';
import { SettingGroups } from './setting-groups.tsx';
import { RefreshButton, ViewSwitch } from './setting-parts.tsx';
import { aboutOf, nameOf } from './setting-texts.ts';
import { AllowedValues, SettingText, SettingValue } from './setting-value.tsx';

/**
 * Settings by group, saved one by one; or as a table, which also has custom ones. A link with filters, and a server that does not declare
 * its settings, open the table.
 */
export default function SettingPage() {
  const [query, updateQuery] = useListQuery();
  const hasGroups = hasExtension('settingKinds');
  const { view, ...others } = query;
  const opensTable = view === undefined && filterEntries(others).length > 0;
  useEffect(() => {
    if (hasGroups && opensTable) updateQuery({ view: 'table' }, true);
  });
  return hasGroups && view !== 'table' && !opensTable ? <SettingGroups /> : <SettingTable hasGroups={hasGroups} />;
}

function SettingTable({ hasGroups }: { hasGroups: boolean }) {
  const t = useTranslations();
  return (
    <ResourcePage
      resource={settings}
      isRemovable={({ configType }) => configType !== 'Y'}
      cells={{
        configName: (_, config) => nameOf(config),
        configValue: (value, { configKey }) => <SettingText configKey={configKey} value={value} />,
        configType: (kind) => (
          <DictionaryLabel label={t(`system.config.configType.${kind}`)} listClass={kind === 'Y' ? 'primary' : 'info'} />
        ),
        remark: (remark, { configKey }) =>
          remark ? <Ellipsis width={20}>{aboutOf({ configKey, remark }) ?? ''}</Ellipsis> : <span className="text-muted">—</span>,
      }}
      above={<SampleDataNotice />}
      toolbar={
        <>
          <RefreshButton />
          {hasGroups && <ViewSwitch to="groups" />}
        </>
      }
      form={
        <>
          <FormFields of={settings} names={['configName', 'configKey']} />
          <FormField of={settings} name="configValue" extra={<AllowedValues />} control={<SettingValue />} />
          <FormField of={settings} name="configType" radio />
          <FormField of={settings} name="remark" />
        </>
      }
    />
  );
}
