import { type ConfigKind, configKindOf, configKinds, SECRET_MASK } from '@suyuan/contract';
import { Form, Input, Select, Switch } from 'antd';
import { has } from '../../../data/server-about.ts';
import { useWords, valueWord } from '../../../data/words.ts';
import { Dot } from '../../../ui/columns.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import './setting.css';

function useChoice() {
  const t = useWords();
  return (configKey: string, choice: string) => valueWord(t, `system.config.choice.${configKey}.${choice}`, choice);
}

/** Describes allowed values, and whether the server reads the setting. */
export function ConfigMay() {
  const t = useWords();
  const choiceOf = useChoice();
  const configKey = (Form.useWatch('configKey') as string | undefined) ?? '';
  const kind = configKindOf(configKey);
  if (!has('settingKinds')) return null;
  const choices = 'choices' in kind ? kind.choices.map((choice) => choiceOf(configKey, choice)).join(' / ') : '';
  return (
    <>
      {t(`system.config.may.${kind.kind}`, { ...kind, choices })}
      {configKinds[configKey] && <div>{t('system.config.readByServer')}</div>}
    </>
  );
}

interface ConfigValueProps {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
}

export function ConfigValue({ id, value = '', onChange }: ConfigValueProps) {
  const t = useWords();
  const choiceOf = useChoice();
  const configKey = (Form.useWatch('configKey') as string | undefined) ?? '';
  const known: ConfigKind = configKindOf(configKey);
  const kind: ConfigKind = known.kind === 'secret' && !has('settingKinds') ? { kind: 'line', max: 500 } : known;
  const say = (text: string) => onChange?.(text);
  switch (kind.kind) {
    case 'switch':
      return (
        <span className="config-switch">
          <Switch {...(id && { id })} checked={value === 'true'} onChange={(on) => say(String(on))} />
          {t(value === 'true' ? 'system.config.on' : 'system.config.off')}
        </span>
      );
    case 'whole':
      return (
        <NumberField {...(id && { id })} min={kind.min} max={kind.max} value={value} onChange={(number) => say(String(number ?? ''))} />
      );
    case 'choice':
      return (
        <Select
          {...(id && { id })}
          value={value}
          options={kind.choices.map((choice) => ({ value: choice, label: choiceOf(configKey, choice) }))}
          onChange={say}
        />
      );
    case 'several':
      return (
        <Select
          {...(id && { id })}
          mode="multiple"
          value={partsOf(value)}
          options={kind.choices.map((choice) => ({ value: choice, label: choiceOf(configKey, choice) }))}
          onChange={(parts) => say(parts.join(','))}
        />
      );
    case 'secret':
      return (
        <Input.Password
          {...(id && { id })}
          value={value}
          autoComplete="new-password"
          visibilityToggle={value !== SECRET_MASK}
          onFocus={({ target }) => value === SECRET_MASK && target.select()}
          onChange={({ target }) => say(target.value)}
        />
      );
    default:
      return (
        <Input.TextArea
          {...(id && { id })}
          rows={3}
          value={value}
          maxLength={kind.kind === 'line' ? kind.max : 4000}
          onChange={({ target }) => say(target.value)}
        />
      );
  }
}

/** A setting's value in a list: switch as state, option by name, and translated seeded texts. */
export function ConfigText({ configKey, value }: { configKey: string; value: string }) {
  const t = useWords();
  const choiceOf = useChoice();
  const { kind } = configKindOf(configKey);
  if (kind === 'switch')
    return <Dot tone={value === 'true' ? 'genuine' : 'quiet'}>{t(value === 'true' ? 'system.config.on' : 'system.config.off')}</Dot>;
  if (value === '') return <span className="none">{t('system.config.empty')}</span>;
  if (kind === 'several')
    return partsOf(value)
      .map((part) => choiceOf(configKey, part))
      .join(t('kit.joint'));
  return choiceOf(configKey, value);
}

const partsOf = (value: string) => value.split(',').filter(Boolean);
