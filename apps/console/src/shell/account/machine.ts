import type { Translate } from '@suyuan/contract';
import { UNKNOWN_CLIENT } from '../../data/machine-name.ts';

/** `Chrome120` with a space before the version. */
const withVersionSpace = (name: string) => name.replace(/(\D)(\d+)$/, '$1 $2');

/** Browser and system, if recognised. */
export function clientLabel(t: Translate, { browser, os }: { browser: string; os: string }): string {
  const names = [browser, os].filter((name) => name && name !== UNKNOWN_CLIENT).map(withVersionSpace);
  return names.length > 0 ? names.join(' · ') : t('account.session.unknown');
}

export const locationLabel = ({ loginLocation, ipaddr }: { loginLocation: string; ipaddr: string }): string =>
  [loginLocation, ipaddr].filter(Boolean).join(' ');
