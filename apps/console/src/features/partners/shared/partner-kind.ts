import type { CategoryKind } from '@suyuan/contract';

/** Name of the resource, which is also the kind of its categories. */
export type PartnerKind = CategoryKind & ('supplier' | 'channelBusiness');

/** Whether the record was never approved. */
export const isRemovable = ({ state }: { state: string }) => state === 'draft' || state === 'pending';

/** Whether master data and authorisation may be edited. */
export const isEditable = ({ state }: { state: string }) => state !== 'pending' && state !== 'terminated';
