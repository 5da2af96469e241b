import type { WordKey } from '@suyuan/contract';
import { Button, Drawer, Segmented, Switch } from 'antd';
import type { ReactNode } from 'react';
import { hosts } from '../data/hosts.ts';
import { useWords } from '../data/words.ts';
import { copyText } from '../ui/clipboard.ts';
import { Icon } from '../ui/icon.tsx';
import { choices, defaults, type Settings, setSetting, useSettings } from '../ui/settings.ts';
import { themeColours } from '../ui/theme-colours.ts';

export default function SettingDrawer({ onClose }: { onClose: () => void }) {
  const t = useWords();
  const settings = useSettings();
  const { layout } = settings;
  const topped = layout === 'topmenu';
  const copy = async () => {
    const done = await copyText(JSON.stringify(settings, null, 2));
    hosts.tell(done ? 'success' : 'error', t(done ? 'shell.setting.copyDone' : 'shell.setting.copyFailed'));
  };
  return (
    <Drawer
      open
      size={320}
      title={t('shell.look')}
      onClose={onClose}
      className="setting-drawer"
      footer={
        <div className="form-footer">
          <Button onClick={() => useSettings.setState({ ...defaults, language: settings.language, mobile: settings.mobile })}>
            {t('shell.setting.reset')}
          </Button>
          <Button type="primary" icon={<Icon name="copy" />} onClick={() => void copy()}>
            {t('shell.setting.copy')}
          </Button>
        </div>
      }
    >
      <Choice name="scheme" word={(value) => `shell.scheme.${value}`} title={t('shell.scheme')} />
      <Choice name="navTheme" word={(value) => `shell.setting.navTheme.${value}`} title={t('shell.setting.navTheme')} />
      <Colours />
      <Choice name="layout" word={(value) => `shell.setting.layout.${value}`} title={t('shell.setting.layout')} />
      <Choice
        name="contentWidth"
        word={(value) => `shell.setting.contentWidth.${value}`}
        title={t('shell.setting.contentWidth')}
        offered={topped ? choices.contentWidth : ['Fluid']}
        shown={topped ? settings.contentWidth : 'Fluid'}
        hint={topped ? undefined : t('shell.setting.contentWidth.hint')}
      />
      <Choice name="tableSize" word={(value) => `shell.setting.tableSize.${value}`} title={t('shell.setting.tableSize')} />
      <YesNo name="tableBordered" title={t('shell.setting.tableBordered')} />
      <YesNo name="fixedHeader" title={t('shell.setting.fixedHeader')} />
      <YesNo
        name="fixedSidebar"
        title={t('shell.setting.fixedSidebar')}
        disabled={topped}
        hint={topped ? t('shell.setting.fixedSidebar.hint') : undefined}
      />
      <YesNo name="multiTab" title={t('shell.setting.multiTab')} />
      <YesNo name="hideFooter" title={t('shell.setting.hideFooter')} />
      <YesNo name="colorWeak" title={t('shell.setting.colorWeak')} />
    </Drawer>
  );
}

type ChoiceName = 'scheme' | 'navTheme' | 'layout' | 'contentWidth' | 'tableSize';

interface ChoiceProps<N extends ChoiceName> {
  name: N;
  title: string;
  word: (value: Settings[N]) => WordKey;
  offered?: readonly Settings[N][];
  shown?: Settings[N];
  hint?: string | undefined;
}

function Choice<N extends ChoiceName>({ name, title, word, offered, shown, hint }: ChoiceProps<N>) {
  const t = useWords();
  const value = useSettings((settings) => settings[name]);
  const all: readonly Settings[ChoiceName][] = choices[name];
  // The cast: `choices` lists the values of the setting of its name.
  const options = (offered ?? all) as readonly Settings[N][];
  return (
    <Line title={title} hint={hint} tall>
      <Segmented<Settings[N]>
        block
        aria-label={title}
        value={shown ?? value}
        options={options.map((option) => ({ value: option, label: t(word(option)) }))}
        onChange={(chosen) => setSetting(name, chosen)}
      />
    </Line>
  );
}

function Colours() {
  const t = useWords();
  const { primaryColor } = useSettings();
  return (
    <Line title={t('shell.setting.primaryColor')} tall>
      <div className="theme-colours" role="radiogroup" aria-label={t('shell.setting.primaryColor')}>
        {Object.entries(themeColours).map(([colour, { name }]) => (
          <label key={colour} title={t(`shell.setting.primaryColor.${name}`)} style={{ background: colour }}>
            <input
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
    </Line>
  );
}

type YesNoName = 'tableBordered' | 'fixedHeader' | 'fixedSidebar' | 'multiTab' | 'hideFooter' | 'colorWeak';

function YesNo({ name, title, disabled = false, hint }: { name: YesNoName; title: string; disabled?: boolean; hint?: string | undefined }) {
  const checked = useSettings((settings) => settings[name]);
  return (
    <Line title={title} hint={hint}>
      <Switch size="small" aria-label={title} checked={checked} disabled={disabled} onChange={(chosen) => setSetting(name, chosen)} />
    </Line>
  );
}

function Line({ title, hint, tall, children }: { title: string; hint?: string | undefined; tall?: boolean; children: ReactNode }) {
  return (
    <div className={tall ? 'setting setting-tall' : 'setting'}>
      <span className="setting-title">
        {title}
        {hint && <small>{hint}</small>}
      </span>
      {children}
    </div>
  );
}
