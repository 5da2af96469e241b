import { type ConfigKind, configKindOf, configKinds, SECRET_MASK } from '@suyuan/contract';
import { Form, Input, Switch } from 'antd';
import { translateValue, useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { StatusDot } from '../../../ui/columns.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';

function useChoiceLabel() {
  const t = useTranslations();
  return (configKey: string, choice: string) => translateValue(t, `system.config.choice.${configKey}.${choice}`, choice);
}

/** What may be entered for a setting. */
export function useAllowedText(configKey: string): string {
  const t = useTranslations();
  const choiceLabel = useChoiceLabel();
  const kind = configKindOf(configKey);
  const choices = 'choices' in kind ? kind.choices.map((choice) => choiceLabel(configKey, choice)).join(' / ') : '';
  return t(`system.config.expected.${kind.kind}`, { ...kind, choices });
}

/** Describes allowed values, and whether the server reads the setting. */
export function AllowedValues() {
  const t = useTranslations();
  const configKey = (Form.useWatch('configKey') as string | undefined) ?? '';
  const text = useAllowedText(configKey);
  if (!hasExtension('settingKinds')) return null;
  return (
    <>
      {text}
      {configKinds[configKey] && <div>{t('system.config.readByServer')}</div>}
    </>
  );
}

interface SettingValueProps {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
}

/** In a form, whose key determines the kind. */
export function SettingValue(props: SettingValueProps) {
  const configKey = (Form.useWatch('configKey') as string | undefined) ?? '';
  return <SettingInput configKey={configKey} {...props} />;
}

interface SettingInputProps extends SettingValueProps {
  configKey: string;
  /** After typing: leaving the field, or Enter. Switches and selects only change. */
  onCommit?: () => void;
  'aria-labelledby'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

export function SettingInput({ configKey, id, value = '', onChange, onCommit, ...aria }: SettingInputProps) {
  const t = useTranslations();
  const choiceLabel = useChoiceLabel();
  const declaredKind: ConfigKind = configKindOf(configKey);
  const kind: ConfigKind = declaredKind.kind === 'secret' && !hasExtension('settingKinds') ? { kind: 'line', max: 500 } : declaredKind;
  const emit = (text: string) => onChange?.(text);
  const common = { ...(id && { id }), ...aria };
  const typed = { ...common, ...(onCommit && { onBlur: onCommit, onPressEnter: onCommit }) };
  switch (kind.kind) {
    case 'switch':
      return (
        <span className="inline-flex min-h-8 items-center gap-2">
          <Switch {...common} checked={value === 'true'} onChange={(on) => emit(String(on))} />
          {t(value === 'true' ? 'system.config.on' : 'system.config.off')}
        </span>
      );
    case 'whole':
      return (
        <NumberField {...typed} min={kind.min} max={kind.max} grouped value={value} onChange={(number) => emit(String(number ?? ''))} />
      );
    case 'choice':
      return (
        <Select
          {...common}
          value={value}
          options={kind.choices.map((choice) => ({ value: choice, label: choiceLabel(configKey, choice) }))}
          onChange={emit}
        />
      );
    case 'several':
      return (
        <Select
          {...common}
          mode="multiple"
          value={partsOf(value)}
          options={kind.choices.map((choice) => ({ value: choice, label: choiceLabel(configKey, choice) }))}
          onChange={(parts) => emit(parts.join(','))}
        />
      );
    case 'secret':
      return (
        <Input.Password
          {...typed}
          value={value}
          autoComplete="new-password"
          visibilityToggle={value !== SECRET_MASK}
          onFocus={({ target }) => value === SECRET_MASK && target.select()}
          onChange={({ target }) => emit(target.value)}
        />
      );
    default:
      return onCommit && kind.kind === 'line' ? (
        // a preinstalled text is in the language of the page until it is edited
        <Input {...typed} value={choiceLabel(configKey, value)} maxLength={kind.max} onChange={({ target }) => emit(target.value)} />
      ) : (
        <Input.TextArea
          {...common}
          {...(onCommit && { onBlur: onCommit })}
          rows={3}
          value={value}
          maxLength={kind.kind === 'line' ? kind.max : 4000}
          onChange={({ target }) => emit(target.value)}
        />
      );
  }
}

/** A setting's value in a list: switch as state, option by name, and translated seeded texts. */
export function SettingText({ configKey, value }: { configKey: string; value: string }) {
  const t = useTranslations();
  const choiceLabel = useChoiceLabel();
  const { kind } = configKindOf(configKey);
  if (kind === 'switch')
    return (
      <StatusDot tone={value === 'true' ? 'genuine' : 'quiet'}>{t(value === 'true' ? 'system.config.on' : 'system.config.off')}</StatusDot>
    );
  if (value === '') return <span className="text-muted">{t('system.config.empty')}</span>;
  if (kind === 'several')
    return partsOf(value)
      .map((part) => choiceLabel(configKey, part))
      .join(t('kit.joint'));
  return choiceLabel(configKey, value);
}

const partsOf = (value: string) => value.split(',').filter(Boolean);
