import type { Translate } from '@suyuan/contract';

/** What is kept where a browser or system did not say what it is. */
export const UNNAMED = 'Unknown';

/** A visitor's browser or system as a list shows it. */
export const machineName = (t: Translate, name: string): string => (name === UNNAMED ? t('monitor.online.unknown') : name);
