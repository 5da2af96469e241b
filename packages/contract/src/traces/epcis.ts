import { z } from 'zod';

/** A class of things with how many: an LGTIN as GS1 Digital Link, or an address of ours where the goods have no GTIN. */
const Quantity = z.object({ epcClass: z.string(), quantity: z.number().optional() });

/** Where something was: `geo:lat,lng`, or an address of ours. */
const Place = z.object({ id: z.string() });

/** One event of EPCIS 2.0 (§7.4); fields of our own steps stand beside it as `suyuan:<name>`. */
export const EpcisEvent = z.looseObject({
  type: z.enum(['ObjectEvent', 'AggregationEvent', 'TransformationEvent']),
  eventID: z.string(),
  /** ISO 8601 with offset. */
  eventTime: z.string(),
  eventTimeZoneOffset: z.string(),
  recordTime: z.string().optional(),
  /** A word of CBV 2.0. */
  bizStep: z.string(),
  disposition: z.string().optional(),
  readPoint: Place,
  bizLocation: Place.optional(),
  action: z.enum(['ADD', 'OBSERVE', 'DELETE']).optional(),
  epcList: z.array(z.string()).optional(),
  quantityList: z.array(Quantity).optional(),
  parentID: z.string().optional(),
  childQuantityList: z.array(Quantity).optional(),
  inputQuantityList: z.array(Quantity).optional(),
  outputEPCList: z.array(z.string()).optional(),
  outputQuantityList: z.array(Quantity).optional(),
  /** Of a record that another corrects. */
  errorDeclaration: z
    .object({ declarationTime: z.string(), reason: z.string(), correctiveEventIDs: z.array(z.string()).optional() })
    .optional(),
});

/** `GET /manage/traceability/epcis`: JSON-LD that any EPCIS 2.0 repository captures. */
export const EpcisDocument = z.object({
  '@context': z.array(z.union([z.string(), z.record(z.string(), z.string())])),
  type: z.literal('EPCISDocument'),
  schemaVersion: z.literal('2.0'),
  creationDate: z.string(),
  epcisBody: z.object({ eventList: z.array(EpcisEvent) }),
});
