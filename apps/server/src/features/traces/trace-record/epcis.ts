import { createHash } from 'node:crypto';
import { digitalLinkPath, type EventObject, eventText } from '@suyuan/codes';
import { type Traceability, traceFields } from '@suyuan/contract';
import { own } from '@suyuan/forms';

export interface EpcisBatch {
  batchId: number;
  batchNo: string;
  gtin: string | null;
  base: string;
}

/** Namespace of own step fields. */
const OWN_NAMESPACE = { suyuan: 'https://suyuan.example/epcis/' };
const CONTEXT = ['https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld', OWN_NAMESPACE];

/** Hash id of an event (CBV 2.0 §8.9): equal content has an equal id. @param namespaces of the document that contains the event */
export const eventHashId = (event: EventObject, namespaces: Readonly<Record<string, string>> = OWN_NAMESPACE) =>
  `ni:///sha-256;${createHash('sha256').update(eventText(event, namespaces)).digest('hex')}?ver=CBV2.0`;

/** Shanghai time as ISO 8601 with offset. */
const iso = (time: string) => `${time.replace(' ', 'T')}.000+08:00`;

/** GS1 Digital Link with lot, or an own address for a product without GTIN. */
const classOf = ({ gtin, batchNo, batchId, base }: EpcisBatch) =>
  gtin ? `https://id.gs1.org${digitalLinkPath({ gtin, lot: batchNo })}` : `${base}/class/batch/${batchId}`;

const instanceOf = ({ batchId, base }: EpcisBatch, level: number, ordinal: number) => `${base}/id/${batchId}/${level}/${ordinal}`;

/** Business steps that put items into containers or take them out. */
const PACKING: Partial<Record<string, 'ADD' | 'DELETE'>> = { packing: 'ADD', unpacking: 'DELETE' };
const ENDING_STEPS = ['decommissioning', 'destroying'];

/**
 * One EPCIS 2.0 event (§7.4): with inputs a TransformationEvent, for packing an AggregationEvent, otherwise an ObjectEvent. A corrected
 * record has an error declaration.
 * @param text code text, if the user may see it
 * @param correction the replacement of a corrected record
 */
export function epcisEvent(record: Traceability, batch: EpcisBatch, text: string | undefined, correction?: Traceability) {
  const event = eventOf(record, batch, text, correction && eventIdOf(correction, batch));
  return { ...event, eventID: eventIdOf(record, batch) };
}

/** Uses the code's place, not its text, so that it does not depend on permissions. */
const eventIdOf = (record: Traceability, batch: EpcisBatch) => eventHashId(eventOf(record, batch, undefined, undefined));

function eventOf(record: Traceability, batch: EpcisBatch, text: string | undefined, correction: string | undefined) {
  const { bizStep, disposition, subject, level, ordinalFrom, ordinalTo, inputs, regionCode, placeName, lng, lat } = record;
  const lot = { epcClass: classOf(batch) };
  const count = ordinalFrom === null || ordinalTo === null ? undefined : ordinalTo - ordinalFrom + 1;
  const instance =
    (subject === 'code' || subject === 'container') && ordinalFrom !== null
      ? (text ?? instanceOf(batch, level ?? 0, ordinalFrom))
      : undefined;
  const quantities = [count === undefined ? lot : { ...lot, quantity: count }];
  const readPoint = lat !== null && lng !== null ? `geo:${lat},${lng}` : `${batch.base}/place/${regionCode ?? 'unknown'}`;
  const common = {
    eventTime: iso(record.eventTime),
    eventTimeZoneOffset: '+08:00',
    ...(record.submitTime && { recordTime: iso(record.submitTime) }),
    bizStep,
    ...(disposition && { disposition }),
    readPoint: { id: readPoint },
    ...(regionCode && { bizLocation: { id: `${batch.base}/place/${regionCode}` } }),
    ...(record.state === 'corrected' && {
      errorDeclaration: {
        declarationTime: iso(record.updateTime ?? record.verifyTime ?? record.eventTime),
        reason: 'incorrect_data',
        ...(correction && { correctiveEventIDs: [correction] }),
      },
    }),
    // distinguishes records with equal content
    'suyuan:record': `${batch.base}/event/${record.traceRecordId}`,
    'suyuan:step': record.stepName,
    ...(subject === 'range' && { 'suyuan:ordinalFrom': ordinalFrom, 'suyuan:ordinalTo': ordinalTo }),
    ...(placeName && { 'suyuan:place': placeName }),
    ...(record.partyName && { 'suyuan:party': record.partyName }),
    ...(record.hash && { 'suyuan:link': record.hash }),
    ...Object.fromEntries(
      traceFields(record.form).flatMap(({ name }) => {
        const value = own(record.data, name);
        return value === undefined ? [] : [[`suyuan:${name}`, value]];
      }),
    ),
  };
  if (inputs.length > 0) {
    const inputQuantityList = inputs.map(({ inputBatchId, inputName, lotNo, quantity }) => ({
      epcClass: inputBatchId
        ? `${batch.base}/class/batch/${inputBatchId}`
        : `${batch.base}/class/lot/${encodeURIComponent(inputName)}/${encodeURIComponent(lotNo ?? '')}`,
      ...(quantity !== null && { quantity }),
    }));
    const outputs = instance ? { outputEPCList: [instance] } : { outputQuantityList: quantities };
    return { type: 'TransformationEvent', ...common, inputQuantityList, ...outputs };
  }
  const packing = PACKING[bizStep];
  if (packing && subject === 'container' && instance) {
    return { type: 'AggregationEvent', ...common, action: packing, parentID: instance, childQuantityList: [lot] };
  }
  const action =
    bizStep === 'commissioning' || bizStep === 'creating_class_instance' ? 'ADD' : ENDING_STEPS.includes(bizStep) ? 'DELETE' : 'OBSERVE';
  return { type: 'ObjectEvent', ...common, action, ...(instance ? { epcList: [instance] } : { quantityList: quantities }) };
}

/** Document envelope without events, for any EPCIS 2.0 repository. */
export const epcisHead = (now: Date) => ({
  '@context': CONTEXT,
  type: 'EPCISDocument',
  schemaVersion: '2.0',
  creationDate: now.toISOString(),
});
