import { gs1CheckDigit, toGtin14 } from '@suyuan/codes';
import { type PackagingLevel, products, type Translate } from '@suyuan/contract';
import { Button, Form, Input } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';
import { FormField } from '../../../ui/field-kinds.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { NumberField } from '../../../ui/number-field.tsx';

interface GtinHint {
  tone: 'right' | 'wrong' | 'open';
  text: string;
  /** The corrected number, where only the check digit is missing or wrong. */
  correctedGtin?: string;
}

/** Hint for an incomplete GTIN: 8, 12, 13 or 14 digits, the last one a check digit. */
function gtinHint(t: Translate, input: string | null | undefined): GtinHint | undefined {
  const digits = (input ?? '').trim();
  if (!digits) return undefined;
  if (!/^\d+$/.test(digits)) return { tone: 'wrong', text: t('manage.category.gtin.digitsOnly') };
  if (toGtin14(digits)) return { tone: 'right', text: t('manage.category.gtin.right', { length: digits.length }) };
  const { length } = digits;
  // 12 digits that are not a valid GTIN-12 are a GTIN-13 without its check digit
  if (length === 7 || length === 11 || length === 12)
    return { tone: 'open', text: t('manage.category.gtin.missing'), correctedGtin: digits + gs1CheckDigit(digits) };
  if (length === 8 || length === 13 || length === 14) {
    const body = digits.slice(0, -1);
    return {
      tone: 'wrong',
      text: t('manage.category.gtin.wrong', { digit: gs1CheckDigit(body) }),
      correctedGtin: body + gs1CheckDigit(body),
    };
  }
  return { tone: length > 14 ? 'wrong' : 'open', text: t('manage.category.gtin.length', { length }) };
}

const hintColours = { right: 'text-success', wrong: 'text-danger', open: '' };

/** Validates the GTIN while it is typed and offers to correct a check digit. `fixed`: codes are issued, so the GTIN cannot change. */
export function GtinField({ fixed }: { fixed: boolean }) {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const hint = gtinHint(t, Form.useWatch<string | undefined>('gtin', form));
  const { correctedGtin } = hint ?? {};
  const applyCorrection = () => {
    form.setFieldValue('gtin', correctedGtin);
    void form.validateFields(['gtin']).catch(() => undefined);
  };
  return (
    <FormField
      of={products}
      name="gtin"
      inputProps={{ inputMode: 'numeric', disabled: fixed }}
      {...(hint && {
        extra: (
          <span className={`inline-flex flex-wrap items-center ${hintColours[hint.tone]}`} aria-live="polite">
            {hint.text}
            {correctedGtin && (
              <Button type="link" size="small" className="h-5! px-2! py-0! text-xs!" onClick={applyCorrection}>
                {t('manage.category.gtin.use', { gtin: correctedGtin })}
              </Button>
            )}
          </span>
        ),
      })}
    />
  );
}

/** One attribute or packaging level. */
const LINE = 'mb-2 flex flex-wrap items-center gap-2';

interface Attribute {
  name: string;
  value: string;
}

const MAX_ATTRIBUTES = 30;

export function AttributesField({ value = [], onChange }: { value?: Attribute[]; onChange?: (attributes: Attribute[]) => void }) {
  const t = useTranslations();
  const change = (at: number, part: Partial<Attribute>) =>
    onChange?.(value.map((each, index) => (index === at ? { ...each, ...part } : each)));
  return (
    <div>
      {value.map((attribute, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an attribute has no id, and its name changes while it is typed
        <div key={index} className={LINE}>
          <Input
            className="w-32!"
            maxLength={30}
            value={attribute.name}
            placeholder={t('manage.category.attributes.name')}
            aria-label={`${t('manage.category.attributes.name')} ${index + 1}`}
            onChange={({ target }) => change(index, { name: target.value })}
          />
          <Input
            className="w-auto! min-w-32! flex-1!"
            maxLength={200}
            value={attribute.value}
            placeholder={t('manage.category.attributes.value')}
            aria-label={`${t('manage.category.attributes.value')} ${index + 1}`}
            onChange={({ target }) => change(index, { value: target.value })}
          />
          <Button
            type="text"
            size="small"
            danger
            icon={<Icon name="close" />}
            aria-label={`${t('kit.remove')} ${attribute.name || index + 1}`}
            onClick={() => onChange?.(value.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {value.length < MAX_ATTRIBUTES && (
        <Button size="small" icon={<Icon name="plus" />} onClick={() => onChange?.([...value, { name: '', value: '' }])}>
          {t('manage.category.attributes.add')}
        </Button>
      )}
    </div>
  );
}

type Level = Partial<PackagingLevel> & { level: number };

interface PackagingFieldProps {
  value?: Level[];
  onChange?: (levels: Level[]) => void;
  /** Codes are issued, so the printed packaging levels cannot change. */
  fixed: boolean;
}

/** Packaging levels box, case and pallet; each is optional. */
export function PackagingField({ value = [], onChange, fixed }: PackagingFieldProps) {
  const t = useTranslations();
  const missingLevels = [1, 2, 3].filter((level) => !value.some((entry) => entry.level === level));
  const change = (level: number, part: Partial<Level>) =>
    onChange?.(value.map((entry) => (entry.level === level ? { ...entry, ...part } : entry)));
  const nameOf = (level: number | undefined) =>
    level ? t(`manage.category.level.${level as 1 | 2 | 3}`) : t('manage.category.packaging.unit');
  let units = 1;
  return (
    <div>
      {value.map(({ level, contains, gtin, ssccPrefix }, index) => {
        units *= typeof contains === 'number' ? contains : 0;
        const below = nameOf(value[index - 1]?.level);
        const name = nameOf(level);
        const isInvalid = gtin && !toGtin14(gtin);
        return (
          <div key={level} className={LINE}>
            <span className="w-10">{name}</span>
            <NumberField
              className="w-30!"
              min={1}
              max={9999}
              disabled={fixed}
              value={contains ?? null}
              aria-label={t('manage.category.packaging.contains', { level: name })}
              suffix={below}
              // The cast: the field's own rule rejects a non-number.
              onChange={(next) => change(level, { contains: (next ?? undefined) as number })}
            />
            <Input
              className="mono-text w-38!"
              maxLength={14}
              inputMode="numeric"
              disabled={fixed}
              value={gtin ?? ''}
              placeholder="GTIN"
              aria-label={`${name} GTIN`}
              {...(isInvalid && { status: 'error' as const, title: t('manage.category.gtin.hint') })}
              onChange={({ target }) => change(level, { gtin: target.value.trim() || null })}
            />
            {level === 3 && (
              <Input
                className="mono-text w-38!"
                maxLength={13}
                inputMode="numeric"
                disabled={fixed}
                value={ssccPrefix ?? ''}
                placeholder={t('manage.category.packaging.ssccPrefix')}
                title={t('manage.category.packaging.ssccPrefix.hint')}
                aria-label={t('manage.category.packaging.ssccPrefix')}
                onChange={({ target }) => change(level, { ssccPrefix: target.value.trim() || null })}
              />
            )}
            <span className="text-xs text-muted">{units > 0 ? t('manage.category.packaging.total', { count: units }) : ''}</span>
            {!fixed && (
              <Button
                type="text"
                size="small"
                danger
                icon={<Icon name="close" />}
                aria-label={`${t('kit.remove')} ${name}`}
                onClick={() => onChange?.(value.filter((entry) => entry.level !== level))}
              />
            )}
          </div>
        );
      })}
      {!fixed &&
        missingLevels.map((level) => (
          <Button
            key={level}
            className="mr-2!"
            size="small"
            icon={<Icon name="plus" />}
            onClick={() => onChange?.([...value, { level, gtin: null, ssccPrefix: null }].sort((one, other) => one.level - other.level))}
          >
            {nameOf(level)}
          </Button>
        ))}
      {fixed && <p className="text-muted">{t('manage.category.packaging.fixed')}</p>}
    </div>
  );
}
