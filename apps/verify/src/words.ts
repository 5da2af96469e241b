import type { Translate } from '@suyuan/contract';
import type { VerdictView } from './verdict.ts';

export function leadOf(t: Translate, { verification, repeated }: Pick<VerdictView, 'verification' | 'repeated'>): string {
  const { verdict, reason, sessions, goods } = verification;
  if (verdict === 'suspect') return t(`shopper.suspect.${reason ?? 'manySessions'}`, { sessions });
  if (verdict === 'alreadyVerified' && repeated) return t('shopper.alreadyVerified.strong', { sessions });
  return t(`shopper.${verdict}.lead`, { sessions, expiryDate: goods?.expiryDate });
}

export const adviceOf = (
  t: Translate,
  { verification: { verdict }, repeated, isSscc }: Pick<VerdictView, 'verification' | 'repeated' | 'isSscc'>,
): string =>
  isSscc
    ? t('shopper.sscc.lead')
    : t(verdict === 'alreadyVerified' && repeated ? 'shopper.alreadyVerified.strongAdvice' : `shopper.${verdict}.advice`);
