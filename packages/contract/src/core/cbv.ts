import { z } from 'zod';

/** Supported subset of CBV 2.0 §7.1. */
export const bizSteps = [
  'commissioning',
  'creating_class_instance',
  'collecting',
  'assembling',
  'disassembling',
  'inspecting',
  'sampling',
  'encoding',
  'packing',
  'unpacking',
  'storing',
  'picking',
  'repackaging',
  'loading',
  'departing',
  'shipping',
  'transporting',
  'arriving',
  'unloading',
  'receiving',
  'accepting',
  'stocking',
  'retail_selling',
  'holding',
  'decommissioning',
  'destroying',
  'other',
] as const;
export const BizStep = z.enum(bizSteps);
export type BizStep = z.output<typeof BizStep>;

/** Supported subset of CBV 2.0 §7.2. */
export const dispositions = [
  'active',
  'in_progress',
  'encoded',
  'container_closed',
  'container_open',
  'in_transit',
  'sellable_accessible',
  'sellable_not_accessible',
  'non_sellable_other',
  'retail_sold',
  'returned',
  'conformant',
  'non_conformant',
  'damaged',
  'expired',
  'recalled',
  'inactive',
  'destroyed',
] as const;
export const Disposition = z.enum(dispositions);
export type Disposition = z.output<typeof Disposition>;
