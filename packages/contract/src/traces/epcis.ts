import { z } from 'zod';

/** LGTIN as a GS1 Digital Link, or a URI of this installation without GTIN. */
const Quantity = z.object({ epcClass: z.string(), quantity: z.number().optional() });

/** `geo:lat,lng`, or a URI of this installation. */
const Place = z.object({ id: z.string() });

/** EPCIS 2.0 event (§7.4). Custom fields are named `suyuan:<name>`. */
export const EpcisEvent = z.looseObject({
  type: z.enum(['ObjectEvent', 'AggregationEvent', 'TransformationEvent']),
  eventID: z.string(),
  /** ISO 8601 with offset. */
  eventTime: z.string(),
  eventTimeZoneOffset: z.string(),
  recordTime: z.string().optional(),
  /** CBV 2.0 term. */
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
  /** Only for corrected records. */
  errorDeclaration: z
    .object({ declarationTime: z.string(), reason: z.string(), correctiveEventIDs: z.array(z.string()).optional() })
    .optional(),
});

/** `GET /manage/traceability/epcis`: JSON-LD for any EPCIS 2.0 repository. */
export const EpcisDocument = z.object({
  '@context': z.array(z.union([z.string(), z.record(z.string(), z.string())])),
  type: z.literal('EPCISDocument'),
  schemaVersion: z.literal('2.0'),
  creationDate: z.string(),
  epcisBody: z.object({ eventList: z.array(EpcisEvent) }),
});
