import type { Translate } from '@suyuan/contract';
import { UNNAMED } from '../../data/machine-name.ts';

/** `Chrome120` with a space before the version. */
const spaced = (name: string) => name.replace(/(\D)(\d+)$/, '$1 $2');

/** Browser and system, if recognised. */
export function machineOf(t: Translate, { browser, os }: { browser: string; os: string }): string {
  const known = [browser, os].filter((name) => name && name !== UNNAMED).map(spaced);
  return known.length > 0 ? known.join(' · ') : t('account.session.unknown');
}

export const placeOf = ({ loginLocation, ipaddr }: { loginLocation: string; ipaddr: string }): string =>
  [loginLocation, ipaddr].filter(Boolean).join(' ');
