import type { TraceOwner, Translate } from '@suyuan/contract';
import { displayName } from '../../../data/i18n.ts';

/** Who fills in a step: the named role or partner, or else the kind of filler. */
export const ownerText = (t: Translate, filler: TraceOwner['filler'], ownerName: string | null): string =>
  ownerName === null ? t(`manage.traceability.filler.${filler}`) : displayName('roleName', ownerName);
