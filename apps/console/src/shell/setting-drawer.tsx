import type { WordKey } from '@suyuan/contract';
import { Button, Segmented, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslations } from '../data/i18n.ts';
import { shellServices } from '../data/shell-services.ts';
import { copyText } from '../ui/clipboard.ts';
import { FormFooter, MountedDrawer } from '../ui/form-parts.tsx';
import { Icon } from '../ui/icon.tsx';
import { choices, defaults, type Settings, setSetting, useSettings } from '../ui/settings.ts';
import { themeColours } from '../ui/theme-colours.ts';

export default function SettingDrawer({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const settings = useSettings();
  const { layout } = settings;
  const isTopMenu = layout === 'topmenu';
  const copy = async () => {
    const isCopied = await copyText(JSON.stringify(settings, null, 2));
    shellServices.notify(isCopied ? 'success' : 'error', t(isCopied ? 'shell.setting.copyDone' : 'shell.setting.copyFailed'));
  };
  return (
    <MountedDrawer
      size={320}
      title={t('shell.look')}
      onClose={onClose}
      footer={
        <FormFooter>
          <Button onClick={() => useSettings.setState({ ...defaults, language: settings.language, mobile: settings.mobile })}>
            {t('shell.setting.reset')}
          </Button>
          <Button type="primary" icon={<Icon name="copy" />} onClick={() => void copy()}>
            {t('shell.setting.copy')}
          </Button>
        </FormFooter>
      }
    >
      <ChoiceSetting name="scheme" translationKeyOf={(value) => `shell.scheme.${value}`} title={t('shell.scheme')} />
      <ChoiceSetting name="navTheme" translationKeyOf={(value) => `shell.setting.navTheme.${value}`} title={t('shell.setting.navTheme')} />
      <ColourSetting />
      <ChoiceSetting name="layout" translationKeyOf={(value) => `shell.setting.layout.${value}`} title={t('shell.setting.layout')} />
      <ChoiceSetting
        name="contentWidth"
        translationKeyOf={(value) => `shell.setting.contentWidth.${value}`}
        title={t('shell.setting.contentWidth')}
        allowedValues={isTopMenu ? choices.contentWidth : ['Fluid']}
        displayedValue={isTopMenu ? settings.contentWidth : 'Fluid'}
        hint={isTopMenu ? undefined : t('shell.setting.contentWidth.hint')}
      />
      <ChoiceSetting
        name="tableSize"
        translationKeyOf={(value) => `shell.setting.tableSize.${value}`}
        title={t('shell.setting.tableSize')}
      />
      <SwitchSetting name="tableBordered" title={t('shell.setting.tableBordered')} />
      <SwitchSetting name="fixedHeader" title={t('shell.setting.fixedHeader')} />
      <SwitchSetting
        name="fixedSidebar"
        title={t('shell.setting.fixedSidebar')}
        disabled={isTopMenu}
        hint={isTopMenu ? t('shell.setting.fixedSidebar.hint') : undefined}
      />
      <SwitchSetting name="multiTab" title={t('shell.setting.multiTab')} />
      <SwitchSetting name="hideFooter" title={t('shell.setting.hideFooter')} />
      <SwitchSetting name="colorWeak" title={t('shell.setting.colorWeak')} />
    </MountedDrawer>
  );
}

type ChoiceSettingName = 'scheme' | 'navTheme' | 'layout' | 'contentWidth' | 'tableSize';

interface ChoiceSettingProps<N extends ChoiceSettingName> {
  name: N;
  title: string;
  translationKeyOf: (value: Settings[N]) => WordKey;
  allowedValues?: readonly Settings[N][];
  displayedValue?: Settings[N];
  hint?: string | undefined;
}

function ChoiceSetting<N extends ChoiceSettingName>({
  name,
  title,
  translationKeyOf,
  allowedValues,
  displayedValue,
  hint,
}: ChoiceSettingProps<N>) {
  const t = useTranslations();
  const value = useSettings((settings) => settings[name]);
  const all: readonly Settings[ChoiceSettingName][] = choices[name];
  // The cast: `choices` lists the values of the setting of its name.
  const options = (allowedValues ?? all) as readonly Settings[N][];
  return (
    <SettingRow title={title} hint={hint} tall>
      <Segmented<Settings[N]>
        block
        aria-label={title}
        value={displayedValue ?? value}
        options={options.map((option) => ({ value: option, label: t(translationKeyOf(option)) }))}
        onChange={(newValue) => setSetting(name, newValue)}
      />
    </SettingRow>
  );
}

function ColourSetting() {
  const t = useTranslations();
  const { primaryColor } = useSettings();
  return (
    <SettingRow title={t('shell.setting.primaryColor')} tall>
      <div className="grid grid-cols-[repeat(8,28px)] gap-1" role="radiogroup" aria-label={t('shell.setting.primaryColor')}>
        {Object.entries(themeColours).map(([colour, { name }]) => (
          <label
            key={colour}
            className="relative flex size-7 cursor-pointer items-center justify-center rounded text-on-primary"
            title={t(`shell.setting.primaryColor.${name}`)}
            style={{ background: colour }}
          >
            <input
              className="absolute inset-0 m-0 cursor-pointer appearance-none rounded"
              type="radio"
              name="theme-colour"
              aria-label={t(`shell.setting.primaryColor.${name}`)}
              checked={colour === primaryColor}
              onChange={() => setSetting('primaryColor', colour)}
            />
            {colour === primaryColor && <Icon name="check" />}
          </label>
        ))}
      </div>
    </SettingRow>
  );
}

type SwitchSettingName = 'tableBordered' | 'fixedHeader' | 'fixedSidebar' | 'multiTab' | 'hideFooter' | 'colorWeak';

function SwitchSetting({
  name,
  title,
  disabled = false,
  hint,
}: {
  name: SwitchSettingName;
  title: string;
  disabled?: boolean;
  hint?: string | undefined;
}) {
  const checked = useSettings((settings) => settings[name]);
  return (
    <SettingRow title={title} hint={hint}>
      <Switch size="small" aria-label={title} checked={checked} disabled={disabled} onChange={(isOn) => setSetting(name, isOn)} />
    </SettingRow>
  );
}

function SettingRow({ title, hint, tall, children }: { title: string; hint?: string | undefined; tall?: boolean; children: ReactNode }) {
  return (
    <div className={tall ? 'mb-4 min-h-10' : 'flex min-h-10 items-center justify-between gap-x-4 gap-y-2'}>
      <span className={tall ? 'mb-1 block' : undefined}>
        {title}
        {hint && <small className="block text-xs/5 text-muted">{hint}</small>}
      </span>
      {children}
    </div>
  );
}
