import type { Json, Option } from '@suyuan/forms';
import { AutoComplete, Button, Cascader, ColorPicker, Mentions, Rate, Slider, Transfer, TreeSelect } from 'antd';
import { useTranslations } from '../../data/i18n.ts';
import { NoOptions, useAllowClear } from '../../ui/select.tsx';
import { isKey, keysOf } from './choice-controls.tsx';
import { type ControlProps, commonProps, flagOf, numberOf, placeholderOf, textOf } from './control.ts';
import { useOptions } from './options.ts';

/** antd's list checkboxes have no accessible name. Labels each with the adjacent text, also after the list changes. */
function labelCheckboxes(lists: HTMLElement | null): (() => void) | undefined {
  if (!lists) return undefined;
  const labelAll = () => {
    for (const checkbox of lists.querySelectorAll('input[type=checkbox]')) {
      const text = checkbox.closest('li, [class*="list-header"]')?.textContent?.trim();
      if (text && checkbox.getAttribute('aria-label') !== text) checkbox.setAttribute('aria-label', text);
    }
  };
  labelAll();
  const observer = new MutationObserver(labelAll);
  observer.observe(lists, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}

type Key = string | number;
const toTextOptions = (options: readonly Option[]) => options.map(({ label, value }) => ({ label, value: String(value) }));
const toText = (value: Json | undefined) => (typeof value === 'string' ? value : '');

export const AutoCompleteControl = (control: ControlProps) => {
  const { node, value, onChange } = control;
  const { options } = useOptions(node);
  const query = toText(value).toLowerCase();
  // free text is allowed; the options are suggestions
  const suggestions = toTextOptions(options).map(({ label }) => ({ value: label }));
  return (
    <AutoComplete<string>
      {...commonProps(control)}
      className="w-full!"
      value={toText(value)}
      onChange={(next) => onChange(next ?? '')}
      options={flagOf(node, 'filter', true) ? suggestions.filter((option) => option.value.toLowerCase().includes(query)) : suggestions}
      placeholder={placeholderOf(node)}
      allowClear={useAllowClear(flagOf(node, 'allowClear'))}
    />
  );
};

export const MentionsControl = (control: ControlProps) => {
  const { node, value, onChange } = control;
  const { options, pending, retry } = useOptions(node);
  const { size: _, ...props } = commonProps(control);
  return (
    <Mentions
      {...props}
      value={toText(value)}
      onChange={(next) => onChange(next)}
      prefix={textOf(node, 'prefix') ?? '@'}
      rows={numberOf(node, 'rows') ?? 2}
      placeholder={placeholderOf(node) ?? ''}
      options={options.map(({ label, value: key }) => ({ key: String(key), value: label, label }))}
      loading={pending}
      notFoundContent={<NoOptions pending={pending} retry={retry} />}
    />
  );
};

interface TreeOption {
  label: string;
  title: string;
  value: Key;
  disabled?: boolean;
  children?: TreeOption[];
}

const toTreeOptions = (options: readonly Option[]): TreeOption[] =>
  options.map(({ label, value, disabled, children }) => ({
    label,
    title: label,
    value,
    ...(disabled && { disabled }),
    ...(children && children.length > 0 && { children: toTreeOptions(children) }),
  }));

export const CascaderControl = (control: ControlProps) => {
  const { node, value, onChange } = control;
  const { options, pending, retry } = useOptions(node);
  const separator = textOf(node, 'separator') ?? '/';
  return (
    <Cascader<TreeOption>
      {...commonProps(control)}
      className="w-full!"
      value={Array.isArray(value) ? value.filter(isKey) : []}
      onChange={(next) => onChange((next as Key[] | undefined) ?? [])}
      options={toTreeOptions(options)}
      loading={pending}
      changeOnSelect={flagOf(node, 'changeOnSelect')}
      expandTrigger={textOf(node, 'expandTrigger') === 'hover' ? 'hover' : 'click'}
      displayRender={(labels) => labels.join(` ${separator} `)}
      placeholder={placeholderOf(node)}
      allowClear={useAllowClear(flagOf(node, 'allowClear'))}
      showSearch={flagOf(node, 'showSearch')}
      notFoundContent={<NoOptions pending={pending} retry={retry} />}
    />
  );
};

export const TreeSelectControl = (control: ControlProps) => {
  const { node, value, onChange } = control;
  const { options, pending, retry } = useOptions(node);
  const checkable = flagOf(node, 'treeCheckable');
  const isMultiple = checkable || flagOf(node, 'multiple');
  return (
    <TreeSelect<Key | Key[]>
      // a tree expands on mount only, so it remounts when its options arrive
      key={options.length > 0 ? 'loaded' : 'loading'}
      {...commonProps(control)}
      className="w-full!"
      value={isMultiple ? keysOf(value) : isKey(value) ? value : (null as never)}
      onChange={(next) => onChange((next as Json | undefined) ?? null)}
      treeData={toTreeOptions(options)}
      loading={pending}
      multiple={isMultiple}
      treeCheckable={checkable}
      treeDefaultExpandAll={flagOf(node, 'treeDefaultExpandAll')}
      placeholder={placeholderOf(node)}
      allowClear={useAllowClear(flagOf(node, 'allowClear'))}
      {...(flagOf(node, 'showSearch') && { showSearch: { treeNodeFilterProp: 'title' } })}
      notFoundContent={<NoOptions pending={pending} retry={retry} />}
    />
  );
};

export const TransferControl = ({ node, id, label, value, onChange, disabled, describedBy }: ControlProps) => {
  const t = useTranslations();
  const { options, pending, retry } = useOptions(node);
  const keyByText = new Map(options.map((option) => [String(option.value), option.value]));
  const titles = node.props.titles;
  const [left, right] = Array.isArray(titles) ? titles.map(String) : [t('kit.form.transferFrom'), t('kit.form.transferTo')];
  if (options.length === 0) return <NoOptions pending={pending} retry={retry} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: two lists side by side are no set of fields
    <div ref={labelCheckboxes} role="group" id={id} aria-label={label} aria-describedby={describedBy} className="overflow-x-auto">
      <Transfer
        dataSource={options.map((option) => ({ key: String(option.value), title: option.label, disabled: option.disabled === true }))}
        targetKeys={keysOf(value).map(String)}
        onChange={(keys) => onChange(keys.flatMap((key) => keyByText.get(String(key)) ?? []))}
        render={({ title }) => title ?? ''}
        titles={[left ?? '', right ?? '']}
        showSearch={flagOf(node, 'showSearch')}
        oneWay={flagOf(node, 'oneWay')}
        disabled={disabled}
      />
    </div>
  );
};

/** The end of a gesture also answers the value at the start position, which antd does not report as a change. */
export const SliderControl = ({ node, id, label, value, onChange, disabled, describedBy }: ControlProps) => {
  const [min, max, step] = [numberOf(node, 'min') ?? 0, numberOf(node, 'max') ?? 100, numberOf(node, 'step') ?? 1];
  const bounds = { min, max, step, disabled };
  const report = (next: number | number[]) => onChange(next);
  const pair = Array.isArray(value) ? value.filter((each) => typeof each === 'number') : [];
  return (
    // biome-ignore lint/a11y/useSemanticElements: antd's handles have a name but no description
    <div role="group" id={id} aria-label={label} aria-describedby={describedBy}>
      {flagOf(node, 'range') ? (
        <Slider
          {...bounds}
          range
          value={pair.length === 2 ? pair : [min, min]}
          onChange={report}
          onChangeComplete={report}
          ariaLabelForHandle={[label, label]}
        />
      ) : (
        <Slider
          {...bounds}
          value={typeof value === 'number' ? value : min}
          onChange={report}
          onChangeComplete={report}
          ariaLabelForHandle={label}
        />
      )}
    </div>
  );
};

export const RateControl = ({ node, id, label, value, onChange, disabled, describedBy }: ControlProps) => (
  // biome-ignore lint/a11y/useSemanticElements: the stars are radios already; this only names them
  <div role="group" id={id} aria-label={label} aria-describedby={describedBy}>
    <Rate
      value={typeof value === 'number' ? value : 0}
      onChange={(next) => onChange(next === 0 ? null : next)}
      count={numberOf(node, 'count') ?? 5}
      allowHalf={flagOf(node, 'allowHalf')}
      allowClear={flagOf(node, 'allowClear', true)}
      disabled={disabled}
    />
  </div>
);

/** A button is the trigger, because the picker's own trigger is not focusable. */
export const ColorControl = ({ node, id, label, value, onChange, disabled, describedBy }: ControlProps) => {
  const t = useTranslations();
  const colour = toText(value);
  return (
    <ColorPicker
      value={colour || null}
      onChangeComplete={(next) => onChange(next.toHexString())}
      onClear={() => onChange(null)}
      allowClear={flagOf(node, 'allowClear')}
      disabledAlpha={flagOf(node, 'disabledAlpha')}
      disabled={disabled}
    >
      <Button
        id={id}
        disabled={disabled}
        aria-label={`${label} ${colour || t('kit.form.noColour')}`}
        {...(describedBy && { 'aria-describedby': describedBy })}
      >
        <i
          className="inline-block size-4 rounded-sm border border-edge"
          style={{ background: colour || 'transparent' }}
          aria-hidden="true"
        />
        {flagOf(node, 'showText') && (colour || t('kit.form.noColour'))}
      </Button>
    </ColorPicker>
  );
};
