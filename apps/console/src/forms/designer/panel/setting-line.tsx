import type { WordKey } from '@suyuan/contract';
import type { FormNode, Json, Setting } from '@suyuan/forms';
import { DatePicker, Input, Segmented, Slider, Switch } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';
import { dayjs } from '../../../ui/day.ts';
import { ValidatedNumber } from '../../../ui/number-form-item.tsx';
import { Select } from '../../../ui/select.tsx';
import { useDesignerStore } from '../designer-store.ts';
import { OptionEditor } from './option-editor.tsx';
import { PatternEditor } from './pattern-editor.tsx';
import { DefaultValueEditor, FieldPicker, NameEditor, PanelLine, TabEditor } from './setting-editors.tsx';
import { SourceEditor } from './source-editor.tsx';

interface SettingLineProps {
  nodes: readonly FormNode[];
  setting: Setting;
}

export function SettingLine({ nodes, setting }: SettingLineProps) {
  const t = useTranslations();
  const store = useDesignerStore();
  const [node] = nodes;
  if (!node) return null;
  const { key, at, editor } = setting;
  const ids = nodes.map(({ id }) => id);
  const getValue = (one: FormNode) => (at === 'props' ? one.props[key] : (one as unknown as Record<string, Json | undefined>)[key]);
  const value = nodes.every((one) => getValue(one) === getValue(node)) ? getValue(node) : undefined;
  const set = (next: Json | undefined) =>
    at === 'props'
      ? store.dispatch({ do: 'setProp', ids, key, value: next })
      : store.dispatch({ do: 'set', ids, changes: key === 'label' ? labelChanges(t, node, String(next ?? '')) : { [key]: next } });
  const label = t(settingLabelKey(node, key));

  if (editor === 'name') return <NameEditor key={node.name} node={node} label={label} />;
  if (editor === 'options') return <OptionEditor node={node} />;
  if (editor === 'source') return <SourceEditor node={node} />;
  if (editor === 'patterns') return <PatternEditor node={node} />;
  if (editor === 'tabs') return <TabEditor node={node} />;
  if (editor === 'defaultValue') return <DefaultValueEditor node={node} label={label} onChange={set} />;
  if (key === 'span') {
    return (
      <PanelLine label={label} wide>
        {(id) => (
          <div className="flex items-center gap-3">
            <Slider
              className="mx-2! my-1! flex-1"
              min={1}
              max={24}
              value={typeof value === 'number' ? value : 24}
              onChange={set}
              ariaLabelForHandle={label}
              included={false}
            />
            <ValidatedNumber
              id={id}
              className="w-16!"
              title={label}
              size="small"
              min={1}
              max={24}
              required
              value={typeof value === 'number' ? value : null}
              onChange={(next) => next && set(next)}
            />
          </div>
        )}
      </PanelLine>
    );
  }
  return (
    <PanelLine label={label} wide={editor === 'lines' || editor === 'html'}>
      {(id, describedBy) => {
        if (key === 'startField' || key === 'endField') return <FieldPicker id={id} value={value as string | undefined} onChange={set} />;
        if (key === 'minDate' || key === 'maxDate')
          return (
            <DatePicker
              id={id}
              size="small"
              value={typeof value === 'string' && value ? dayjs(value) : null}
              onChange={(_, text) => set(typeof text === 'string' && text ? text : undefined)}
            />
          );
        if (editor === 'switch')
          return <Switch id={id} size="small" checked={value === true || (key === 'showLabel' && value === undefined)} onChange={set} />;
        if (editor === 'number')
          return (
            <ValidatedNumber
              id={id}
              title={label}
              size="small"
              value={typeof value === 'number' ? value : null}
              min={setting.min}
              max={setting.max}
              {...(setting.step !== 1 && { places: 9 })}
              onChange={(next) => set(next ?? undefined)}
            />
          );
        if (editor === 'pick') return <ChoiceSetting id={id} node={node} setting={setting} value={value} onChange={set} />;
        if (editor === 'pairOfTexts') return <TextPair id={id} value={value} onChange={set} label={label} />;
        if (editor === 'lines' || editor === 'html')
          return (
            <Input.TextArea
              id={id}
              autoSize={{ minRows: 2, maxRows: 8 }}
              value={typeof value === 'string' ? value : ''}
              aria-describedby={describedBy}
              onChange={(event) => set(event.target.value || undefined)}
            />
          );
        return (
          <Input
            id={id}
            size="small"
            value={typeof value === 'string' ? value : ''}
            aria-describedby={describedBy}
            onChange={(event) => set(event.target.value || (key === 'label' ? '' : undefined))}
          />
        );
      }}
    </PanelLine>
  );
}

/** Limits apply to values, entries or rows, depending on the type. */
function settingLabelKey({ type }: FormNode, key: string): WordKey {
  const rows = type === 'subtable';
  const entries = ['select', 'tree-select', 'transfer', 'checkbox'].includes(type);
  const word = key === 'min' || key === 'max' ? (rows ? `${key}Rows` : entries ? (key === 'min' ? 'minCount' : 'maxCountOf') : key) : key;
  // Cast: text keys match the registry's keys, and a test checks that all exist.
  return `tool.build.setting.${word}` as WordKey;
}

/** Updates a placeholder that repeats the label. */
function labelChanges(t: ReturnType<typeof useTranslations>, node: FormNode, label: string) {
  const previousLabel = node.label ?? '';
  const placeholderKind = (['enter', 'choose'] as const).find(
    (word) => node.placeholder === t(`tool.build.${word}`, { label: previousLabel }),
  );
  return { label, ...(placeholderKind && { placeholder: t(`tool.build.${placeholderKind}`, { label }) }) };
}

interface ChoiceSettingProps {
  id: string;
  node: FormNode;
  setting: Setting;
  value: Json | undefined;
  onChange: (next: Json | undefined) => void;
}

/** Maximum characters of all choices side by side; more use a select. */
const MAX_SEGMENT_CHARS = 12;

function ChoiceSetting({ id, setting: { key, choices = [] }, value, onChange }: ChoiceSettingProps) {
  const t = useTranslations();
  const options = choices.map((choice) => ({ value: choice, label: t(`tool.build.setting.${key}.${choice}` as WordKey) }));
  const textWidth = options.reduce((sum, { label }) => sum + label.length * (label.charCodeAt(0) > 255 ? 2 : 1) + 2, 0);
  const label = t(`tool.build.setting.${key}` as WordKey);
  if (textWidth <= MAX_SEGMENT_CHARS * 2 && value !== undefined)
    return <Segmented id={id} size="small" name={label} aria-label={label} options={options} value={String(value)} onChange={onChange} />;
  return (
    <Select
      id={id}
      size="small"
      allowClear
      options={options}
      value={typeof value === 'string' ? value : null}
      placeholder={t('tool.build.usual')}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

function TextPair({ id, value, onChange, label }: { id: string; value: Json | undefined; onChange: (next: Json) => void; label: string }) {
  const [from, to] = Array.isArray(value) ? value.map(String) : ['', ''];
  return (
    <div className="flex gap-2">
      <Input id={id} size="small" value={from ?? ''} onChange={(event) => onChange([event.target.value, to ?? ''])} />
      <Input size="small" aria-label={label} value={to ?? ''} onChange={(event) => onChange([from ?? '', event.target.value])} />
    </div>
  );
}
