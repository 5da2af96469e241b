import type { CategoryKind } from '@suyuan/contract';

/** Name of the resource, which is also the kind of its categories. */
export type PartnerKind = CategoryKind & ('supplier' | 'channelBusiness');

/** Whether master data and authorisation may be edited. */
export const isEditable = ({ state }: { state: string }) => state !== 'pending' && state !== 'terminated';
