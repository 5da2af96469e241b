import { gs1CheckDigit, toGtin14 } from '@suyuan/codes';
import type { Translate } from '@suyuan/contract';

interface GtinHint {
  tone: 'right' | 'wrong' | 'open';
  text: string;
  /** The whole number, where only its check digit is missing or wrong. */
  whole?: string;
}

/** What the digits typed so far still need: a GTIN of 8, 12, 13 or 14 digits ends with its check digit. */
export function gtinHint(t: Translate, typed: string | null | undefined): GtinHint | undefined {
  const digits = (typed ?? '').trim();
  if (!digits) return undefined;
  if (!/^\d+$/.test(digits)) return { tone: 'wrong', text: t('manage.category.gtin.digitsOnly') };
  if (toGtin14(digits)) return { tone: 'right', text: t('manage.category.gtin.right', { length: digits.length }) };
  const { length } = digits;
  // 12 digits that are no GTIN-12 are a GTIN-13 without its last
  if (length === 7 || length === 11 || length === 12)
    return { tone: 'open', text: t('manage.category.gtin.missing'), whole: digits + gs1CheckDigit(digits) };
  if (length === 8 || length === 13 || length === 14) {
    const body = digits.slice(0, -1);
    return { tone: 'wrong', text: t('manage.category.gtin.wrong', { digit: gs1CheckDigit(body) }), whole: body + gs1CheckDigit(body) };
  }
  return { tone: length > 14 ? 'wrong' : 'open', text: t('manage.category.gtin.length', { length }) };
}
