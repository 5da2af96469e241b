import { MOST_TRACE_FIELDS, type TraceField, type TraceForm, traceFieldKinds } from '@suyuan/contract';
import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import { Icon } from '../../../kit/icon.tsx';
import { useWords } from '../../../kit/words.ts';

interface TemplateFieldsProps {
  form: TraceForm;
  disabled: boolean;
  onChange: (form: TraceForm) => void;
}

/** The fields of a step's form, one line each. A designer of forms may take this place: it reads and writes the same document. */
export function TemplateFields({ form, disabled, onChange }: TemplateFieldsProps) {
  const t = useWords();
  const { fields } = form;
  const lay = (next: TraceField[]) => onChange({ ...form, fields: next });
  const set = (at: number, given: Partial<TraceField>) =>
    lay(fields.map((field, index) => (index === at ? { ...field, ...given } : field)));
  const swap = (at: number, by: number) => {
    const next = [...fields];
    const [field] = next.splice(at, 1);
    if (field) next.splice(at + by, 0, field);
    lay(next);
  };
  const add = () => {
    const taken = new Set(fields.map(({ name }) => name));
    let number = fields.length + 1;
    while (taken.has(`f${number}`)) number++;
    lay([...fields, { name: `f${number}`, title: t('manage.traceTemplate.fieldNew'), kind: 'text', required: false, public: true }]);
  };
  return (
    <div className="template-fields">
      <h3>{t('manage.traceTemplate.fields')}</h3>
      {fields.length === 0 && <p className="none">{t('manage.traceTemplate.noFields')}</p>}
      <ol>
        {fields.map((field, at) => (
          <li key={field.name} className="template-field">
            <Input
              aria-label={`${t('manage.traceTemplate.field.title')} ${at + 1}`}
              value={field.title}
              maxLength={50}
              onChange={({ target }) => set(at, { title: target.value })}
            />
            <Select
              aria-label={`${t('manage.traceTemplate.field.kind')} ${at + 1}`}
              value={field.kind}
              options={traceFieldKinds.map((value) => ({ value, label: t(`manage.traceTemplate.kind.${value}`) }))}
              onChange={(kind) => set(at, { kind, ...(kind.startsWith('choice') ? {} : { choices: [] }) })}
            />
            <span className="template-field-more">
              {field.kind === 'number' && (
                <>
                  <InputNumber
                    aria-label={`${t('manage.traceTemplate.field.min')} ${at + 1}`}
                    placeholder={t('manage.traceTemplate.field.min')}
                    value={field.min ?? null}
                    onChange={(min) => set(at, { min })}
                  />
                  <InputNumber
                    aria-label={`${t('manage.traceTemplate.field.max')} ${at + 1}`}
                    placeholder={t('manage.traceTemplate.field.max')}
                    value={field.max ?? null}
                    onChange={(max) => set(at, { max })}
                  />
                  <Input
                    aria-label={`${t('manage.traceTemplate.field.unit')} ${at + 1}`}
                    placeholder={t('manage.traceTemplate.field.unit')}
                    value={field.unit ?? ''}
                    maxLength={10}
                    onChange={({ target }) => set(at, { unit: target.value || null })}
                  />
                </>
              )}
              {field.kind.startsWith('choice') && (
                <Select
                  mode="tags"
                  open={false}
                  suffixIcon={null}
                  aria-label={`${t('manage.traceTemplate.field.choices')} ${at + 1}`}
                  placeholder={`${t('manage.traceTemplate.field.choices')}：${t('manage.traceTemplate.field.choices.hint')}`}
                  value={field.choices ?? []}
                  onChange={(choices) => set(at, { choices })}
                />
              )}
              {field.kind !== 'number' && !field.kind.startsWith('choice') && (
                <Input
                  aria-label={`${t('manage.traceTemplate.field.hint')} ${at + 1}`}
                  placeholder={t('manage.traceTemplate.field.hint')}
                  value={field.hint ?? ''}
                  maxLength={100}
                  onChange={({ target }) => set(at, { hint: target.value || null })}
                />
              )}
            </span>
            <Checkbox checked={field.required} onChange={({ target }) => set(at, { required: target.checked })}>
              {t('manage.traceTemplate.field.required')}
            </Checkbox>
            <Checkbox checked={field.public} onChange={({ target }) => set(at, { public: target.checked })}>
              {t('manage.traceTemplate.field.public')}
            </Checkbox>
            {!disabled && (
              <span className="template-step-tools">
                <Button
                  type="text"
                  size="small"
                  disabled={at === 0}
                  aria-label={t('manage.traceTemplate.moveUp', { name: field.title })}
                  onClick={() => swap(at, -1)}
                >
                  ↑
                </Button>
                <Button
                  type="text"
                  size="small"
                  disabled={at === fields.length - 1}
                  aria-label={t('manage.traceTemplate.moveDown', { name: field.title })}
                  onClick={() => swap(at, 1)}
                >
                  ↓
                </Button>
                <Button
                  type="text"
                  size="small"
                  aria-label={t('manage.traceTemplate.removeField', { name: field.title })}
                  icon={<Icon name="close" />}
                  onClick={() => lay(fields.filter((_, index) => index !== at))}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
      {!disabled && fields.length < MOST_TRACE_FIELDS && <Button onClick={add}>{t('manage.traceTemplate.addField')}</Button>}
    </div>
  );
}
