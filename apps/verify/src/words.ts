import type { Translate } from '@suyuan/contract';
import type { VerdictView } from './verdict.ts';

export function leadText(t: Translate, { verification, repeated }: Pick<VerdictView, 'verification' | 'repeated'>): string {
  const { verdict, reason, sessions, goods } = verification;
  if (verdict === 'suspect') return t(`verify.suspect.${reason ?? 'manySessions'}`, { sessions });
  if (verdict === 'alreadyVerified' && repeated) return t('verify.alreadyVerified.strong', { sessions });
  return t(`verify.${verdict}.lead`, { sessions, expiryDate: goods?.expiryDate });
}

export const adviceText = (
  t: Translate,
  { verification: { verdict }, repeated, isSscc }: Pick<VerdictView, 'verification' | 'repeated' | 'isSscc'>,
): string =>
  isSscc
    ? t('verify.sscc.lead')
    : t(verdict === 'alreadyVerified' && repeated ? 'verify.alreadyVerified.strongAdvice' : `verify.${verdict}.advice`);
