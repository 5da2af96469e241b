import type { FieldKind, Resource, Translate } from '@suyuan/contract';
import { Form, Input, Radio, Switch } from 'antd';
import { type ComponentProps, cloneElement, isValidElement, type ReactElement, type ReactNode, useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { findTranslationKey, translateValue, useTranslations } from '../data/i18n.ts';
import { isAvailable } from '../data/schema.ts';
import { DayInput } from './day-input.tsx';
import { Field } from './field.tsx';
import type { FilterText } from './filter-chips.tsx';
import { registerFoldedFields } from './form-validation.ts';
import { Icon } from './icon.tsx';
import { NumberField } from './number-field.tsx';
import { NumberFormItem } from './number-form-item.tsx';
import { NumberRange, RangeFilter } from './range-filter.tsx';
import { RegionName, RegionSelect } from './region-select.tsx';
import { ClearableInput, Select } from './select.tsx';

/** Fields whose defaults usually fit. Folded until the user, or an error of one of `names`, opens them. */
export function MoreSettings({ names, children }: { names: readonly string[]; children: ReactNode }) {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const [isOpen, setOpen] = useState(false);
  const contentId = useId();
  const nameList = names.join();
  useEffect(
    // synchronous, because the field gets the focus next
    () => registerFoldedFields(form, nameList.split(','), () => flushSync(() => setOpen(true))),
    [form, nameList],
  );
  return (
    <section className="mb-6 border-0 border-t border-solid border-line pt-4">
      <button
        type="button"
        className="text-link inline-flex min-h-6 items-center gap-1"
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="down" className={`text-sm transition-transform ${isOpen ? '' : '-rotate-90'}`} /> {t('kit.moreSettings')}
      </button>
      <div id={contentId} data-wide-field="" hidden={!isOpen} className="pt-4">
        {children}
      </div>
    </section>
  );
}

interface FieldUse {
  of: Resource;
  name: string;
  field: Resource['fields'][string];
  t: Translate;
}

interface KindParts {
  /** Input of the form. */
  control?: (use: FieldUse) => ReactNode;
  /** Input of the filter bar. */
  filter?: (use: FieldUse) => ReactNode;
}

const fieldOf = (of: Resource, name: string) => of.fields[name] ?? of.moreFilters?.[name];

/** Labelled values of a choice or flag. */
export const optionsOf = ({ of, name, t }: Pick<FieldUse, 'of' | 'name' | 't'>) =>
  (fieldOf(of, name)?.limits.values ?? []).map((value) => ({ value, label: translateValue(t, of.word(`${name}.${value}`), value) }));

const textFilter = () => <ClearableInput />;

/** Console implementation of each kind of field. A kind without a part needs one from its page. */
const kinds: Record<FieldKind, KindParts> = {
  text: { control: ({ field }) => <Input maxLength={field.limits.max} />, filter: textFilter },
  code: {
    control: ({ field }) => <Input className="mono-text" maxLength={field.limits.max} autoComplete="off" />,
    filter: () => <ClearableInput className="mono-text" />,
  },
  lines: {
    control: ({ field }) => <Input.TextArea rows={3} maxLength={field.limits.max} />,
    filter: textFilter,
  },
  number: {
    control: ({ field }) => <NumberField min={field.limits.min} max={field.limits.max} grouped />,
  },
  day: { control: () => <DayInput />, filter: () => <DayInput /> },
  time: {},
  boolean: { control: () => <Switch /> },
  flag: {
    control: (use) => <Select options={optionsOf(use)} />,
    filter: (use) => <Select options={optionsOf(use)} allowClear />,
  },
  choice: {
    control: (use) => <Select options={optionsOf(use)} />,
    filter: (use) => <Select options={optionsOf(use)} allowClear />,
  },
  reference: {},
  region: { control: () => <RegionSelect />, filter: () => <RegionSelect /> },
  file: {},
  json: {},
  version: {},
};

/** Inputs by field, where a page replaces those of the kinds. False leaves a filter out. */
export type Controls = Readonly<Record<string, ReactNode>>;

const formItems: readonly unknown[] = [Form.Item, NumberFormItem, RangeFilter, NumberRange];
const isFormItem = (node: ReactNode): node is ReactElement => isValidElement(node) && formItems.includes(node.type);

const textInputs: readonly unknown[] = [ClearableInput, DayInput, RegionSelect];

/** A choice that says, while it is empty, that it selects all. */
const withAll = (control: ReactNode, t: Translate) =>
  isValidElement<{ placeholder?: ReactNode }>(control) && !textInputs.includes(control.type)
    ? cloneElement(control, { placeholder: control.props.placeholder ?? t('kit.all') })
    : control;

/** Filters of a resource's list, by its declaration. A control that is a form item itself replaces the item. */
export function filtersOf(of: Resource, t: Translate, controls: Controls = {}): ReactNode[] {
  const names = of.filterNames.filter((name) => isAvailable(of, name) && controls[name] !== false);
  return names.map((name) => {
    const ownControl = controls[name];
    if (isFormItem(ownControl)) return cloneElement(ownControl, { key: name });
    if (name === 'created') return <RangeFilter key={name} label={t(of.word('createTime'))} />;
    const field = fieldOf(of, name);
    const word = findTranslationKey(of.word(`${name}.filter`)) ?? of.word(name);
    if (!ownControl && field?.kind === 'number')
      return <NumberFormItem key={name} name={name} label={t(word)} min={field.limits.min} max={field.limits.max} className="w-full!" />;
    const control = ownControl ?? (field && kinds[field.kind].filter?.({ of, name, field, t }));
    if (!control) throw new Error(`${of.name}.${name} has no filter`);
    return (
      <Form.Item key={name} name={name} label={t(word)}>
        {withAll(control, t)}
      </Form.Item>
    );
  });
}

/** Labels of the values of filters by region. */
export const regionTexts = (of: Resource): FilterText =>
  Object.fromEntries(
    Object.entries({ ...of.fields, ...of.moreFilters })
      .filter(([, { kind }]) => kind === 'region')
      .map(([name]) => [name, (code: string) => <RegionName code={code} />]),
  );

interface FormFieldProps extends Omit<ComponentProps<typeof Field>, 'of' | 'children'> {
  of: Resource;
  /** In place of the kind's. */
  control?: ReactNode;
  /** Radio buttons in place of the list of a choice. */
  radio?: boolean;
  /** Further props of the kind's control. */
  inputProps?: Record<string, unknown>;
}

/** Input of one field by its kind, with title, hint and rule. */
export function FormField({ of, name, control: ownControl, radio, inputProps, ...rest }: FormFieldProps) {
  const t = useTranslations();
  const field = of.fields[name];
  const kindControl = radio ? (
    <Radio.Group options={optionsOf({ of, name, t })} />
  ) : (
    field && kinds[field.kind].control?.({ of, name, field, t })
  );
  const control = ownControl ?? kindControl;
  if (!control) throw new Error(`${of.name}.${name} has no control`);
  return (
    <Field
      of={of}
      name={name}
      {...(field?.kind === 'boolean' && { valuePropName: 'checked' })}
      // few texts break their pattern, so only the error explains it; a proposed number is its own example
      {...((field?.kind === 'text' ? field.limits.pattern : field?.kind === 'code' && field.proposal) && { extra: null })}
      {...rest}
    >
      {inputProps && isValidElement(control) ? cloneElement(control, inputProps) : control}
    </Field>
  );
}

/** Props of inputs by field, where a page differs from the kinds. An element replaces the form item, false leaves it out. */
export type FieldProps = Readonly<Record<string, Partial<Omit<FormFieldProps, 'of' | 'name'>> | ReactElement | false>>;

interface FormFieldsProps {
  of: Resource;
  /** In place of the declared form. */
  names?: readonly string[];
  /** Of the fields under “More settings”, those that are among the visible ones. */
  unfolded?: readonly string[];
  controls?: Controls | undefined;
  fieldProps?: FieldProps | undefined;
}

/** The form of a resource in a drawer, by its declaration. */
export function FormFields({ of, names, unfolded = [], controls = {}, fieldProps = {} }: FormFieldsProps) {
  const itemsOf = (fields: readonly string[]) =>
    fields
      .filter((name) => isAvailable(of, name) && fieldProps[name] !== false)
      .map((name) => {
        const props = fieldProps[name];
        if (isValidElement(props)) return cloneElement(props, { key: name });
        return <FormField key={name} of={of} name={name} control={controls[name]} {...(props || {})} />;
      });
  const moreNames = names ? [] : (of.moreForm ?? []).filter((name) => !unfolded.includes(name));
  const moreItems = itemsOf(moreNames);
  return (
    <>
      {itemsOf([...(names ?? of.form ?? []), ...unfolded])}
      {moreItems.length > 0 && <MoreSettings names={moreNames}>{moreItems}</MoreSettings>}
    </>
  );
}
