import { gs1CheckDigit, toGtin14 } from '@suyuan/codes';
import type { Translate } from '@suyuan/contract';

interface GtinHint {
  tone: 'right' | 'wrong' | 'open';
  text: string;
  /** The corrected number, where only the check digit is missing or wrong. */
  correctedGtin?: string;
}

/** Hint for an incomplete GTIN: 8, 12, 13 or 14 digits, the last one a check digit. */
export function gtinHint(t: Translate, input: string | null | undefined): GtinHint | undefined {
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
