import type { Json, Option } from '@suyuan/forms';
import { AutoComplete, Button, Cascader, ColorPicker, Mentions, Rate, Slider, Transfer, TreeSelect } from 'antd';
import { useWords } from '../../data/words.ts';
import { isKey, keysOf, NoOptions } from './choice-controls.tsx';
import { type ControlProps, common, flagOf, numberOf, placeholderOf, textOf } from './control.ts';
import { namedBoxes } from './named-boxes.ts';
import { useOptions } from './options.ts';

type Key = string | number;
const texts = (options: readonly Option[]) => options.map(({ label, value }) => ({ label, value: String(value) }));
const told = (value: Json | undefined) => (typeof value === 'string' ? value : '');

export const AutoCompleteControl = (control: ControlProps) => {
  const { node, value, onChange } = control;
  const { options } = useOptions(node);
  const typed = told(value).toLowerCase();
  // free text is allowed; the options are suggestions
  const offered = texts(options).map(({ label }) => ({ value: label }));
  return (
    <AutoComplete<string>
      {...common(control)}
      className="form-full"
      value={told(value)}
      onChange={(next) => onChange(next ?? '')}
      options={flagOf(node, 'filter', true) ? offered.filter((option) => option.value.toLowerCase().includes(typed)) : offered}
      placeholder={placeholderOf(node)}
      allowClear={flagOf(node, 'allowClear')}
    />
  );
};

export const MentionsControl = (control: ControlProps) => {
  const { node, value, onChange } = control;
  const { options, pending, retry } = useOptions(node);
  const { size: _, ...props } = common(control);
  return (
    <Mentions
      {...props}
      value={told(value)}
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

interface Tree {
  label: string;
  title: string;
  value: Key;
  disabled?: boolean;
  children?: Tree[];
}

const treeOf = (options: readonly Option[]): Tree[] =>
  options.map(({ label, value, disabled, children }) => ({
    label,
    title: label,
    value,
    ...(disabled && { disabled }),
    ...(children && children.length > 0 && { children: treeOf(children) }),
  }));

export const CascaderControl = (control: ControlProps) => {
  const { node, value, onChange } = control;
  const { options, pending, retry } = useOptions(node);
  const separator = textOf(node, 'separator') ?? '/';
  return (
    <Cascader<Tree>
      {...common(control)}
      className="form-full"
      value={Array.isArray(value) ? value.filter(isKey) : []}
      onChange={(next) => onChange((next as Key[] | undefined) ?? [])}
      options={treeOf(options)}
      loading={pending}
      changeOnSelect={flagOf(node, 'changeOnSelect')}
      expandTrigger={textOf(node, 'expandTrigger') === 'hover' ? 'hover' : 'click'}
      displayRender={(labels) => labels.join(` ${separator} `)}
      placeholder={placeholderOf(node)}
      allowClear={flagOf(node, 'allowClear')}
      showSearch={flagOf(node, 'showSearch')}
      notFoundContent={<NoOptions pending={pending} retry={retry} />}
    />
  );
};

export const TreeSelectControl = (control: ControlProps) => {
  const { node, value, onChange } = control;
  const { options, pending, retry } = useOptions(node);
  const checkable = flagOf(node, 'treeCheckable');
  const several = checkable || flagOf(node, 'multiple');
  return (
    <TreeSelect<Key | Key[]>
      // a tree expands on mount only, so it remounts when its options arrive
      key={options.length > 0 ? 'there' : 'waiting'}
      {...common(control)}
      className="form-full"
      value={several ? keysOf(value) : isKey(value) ? value : (null as never)}
      onChange={(next) => onChange((next as Json | undefined) ?? null)}
      treeData={treeOf(options)}
      loading={pending}
      multiple={several}
      treeCheckable={checkable}
      treeDefaultExpandAll={flagOf(node, 'treeDefaultExpandAll')}
      placeholder={placeholderOf(node)}
      allowClear={flagOf(node, 'allowClear')}
      {...(flagOf(node, 'showSearch') && { showSearch: { treeNodeFilterProp: 'title' } })}
      notFoundContent={<NoOptions pending={pending} retry={retry} />}
    />
  );
};

export const TransferControl = ({ node, id, label, value, onChange, disabled }: ControlProps) => {
  const t = useWords();
  const { options, pending, retry } = useOptions(node);
  const keyOf = new Map(options.map((option) => [String(option.value), option.value]));
  const titles = node.props.titles;
  const [left, right] = Array.isArray(titles) ? titles.map(String) : [t('kit.form.transferFrom'), t('kit.form.transferTo')];
  if (options.length === 0) return <NoOptions pending={pending} retry={retry} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: two lists side by side are no set of fields
    <div ref={namedBoxes} role="group" id={id} aria-label={label} className="form-transfer">
      <Transfer
        dataSource={options.map((option) => ({ key: String(option.value), title: option.label, disabled: option.disabled === true }))}
        targetKeys={keysOf(value).map(String)}
        onChange={(keys) => onChange(keys.flatMap((key) => keyOf.get(String(key)) ?? []))}
        render={({ title }) => title ?? ''}
        titles={[left ?? '', right ?? '']}
        showSearch={flagOf(node, 'showSearch')}
        oneWay={flagOf(node, 'oneWay')}
        disabled={disabled}
      />
    </div>
  );
};

export const SliderControl = ({ node, id, label, value, onChange, disabled }: ControlProps) => {
  const [min, max, step] = [numberOf(node, 'min') ?? 0, numberOf(node, 'max') ?? 100, numberOf(node, 'step') ?? 1];
  const bounds = { id, min, max, step, disabled };
  if (flagOf(node, 'range')) {
    const pair = Array.isArray(value) ? value.filter((each) => typeof each === 'number') : [];
    return (
      <Slider
        {...bounds}
        range
        value={pair.length === 2 ? pair : [min, min]}
        onChange={(next) => onChange(next)}
        ariaLabelForHandle={[label, label]}
      />
    );
  }
  return (
    <Slider {...bounds} value={typeof value === 'number' ? value : min} onChange={(next) => onChange(next)} ariaLabelForHandle={label} />
  );
};

export const RateControl = ({ node, id, label, value, onChange, disabled }: ControlProps) => (
  // biome-ignore lint/a11y/useSemanticElements: the stars are radios already; this only names them
  <div role="group" id={id} aria-label={label}>
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
export const ColorControl = ({ node, id, label, value, onChange, disabled }: ControlProps) => {
  const t = useWords();
  const colour = told(value);
  return (
    <ColorPicker
      value={colour || null}
      onChangeComplete={(next) => onChange(next.toHexString())}
      onClear={() => onChange(null)}
      allowClear={flagOf(node, 'allowClear')}
      disabledAlpha={flagOf(node, 'disabledAlpha')}
      disabled={disabled}
    >
      <Button id={id} disabled={disabled} aria-label={`${label} ${colour || t('kit.form.noColour')}`}>
        <i className="form-colour" style={{ background: colour || 'transparent' }} aria-hidden="true" />
        {flagOf(node, 'showText') && (colour || t('kit.form.noColour'))}
      </Button>
    </ColorPicker>
  );
};
