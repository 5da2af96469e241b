import { z } from 'zod';
import { MAX_CODE_TEXT_LENGTH } from '../core/fields.ts';

/** `suspect` does not claim that the product is counterfeit. */
export const verdicts = [
  'genuine',
  'alreadyVerified',
  'suspect',
  'notActivated',
  'recalled',
  'frozen',
  'expired',
  'void',
  'unknown',
] as const;
export const Verdict = z.enum(verdicts);
export type Verdict = z.output<typeof Verdict>;

/**
 * `blockedVisitor`: staff blocked the device or address. `otherGtin`, `otherLot`: the link contains another GTIN or batch.
 * `tooFast`: two places too far apart in too little time. `otherRegion`: outside the regions of the holder.
 */
export const suspectReasons = ['blocked', 'blockedVisitor', 'otherGtin', 'otherLot', 'manySessions', 'tooFast', 'otherRegion'] as const;
export type SuspectReason = (typeof suspectReasons)[number];

/**
 * Reasons for staff to check a scan: a suspect reason, a code that was not yet on the market (`leak`), or a PIN that another device
 * opened earlier (`pinReused`). Consumers never receive the last two, and the others only if the rule is visible to consumers.
 */
export const scanReasons = [...suspectReasons, 'leak', 'pinReused'] as const;
export type ScanReason = (typeof scanReasons)[number];

/** Recipients of a rule's findings: none, staff only, or also the consumer as the verdict `suspect`. */
export const findingAudiences = ['off', 'staff', 'staffAndConsumer'] as const;
export type FindingAudience = (typeof findingAudiences)[number];

/** Consumer's position in degrees (WGS 84), only with consent. */
export const Position = z.object({
  lng: z.number().min(-180).max(180),
  lat: z.number().min(-90).max(90),
  /** Accuracy radius in metres. Above 5 km it does not determine a city. */
  accuracy: z.number().min(0).max(1e7).optional(),
});
export type Position = z.output<typeof Position>;

/** `POST /v1/verifications`. `code` may be a complete link from the camera. */
export const VerificationRequest = z.object({
  code: z.string().min(1).max(MAX_CODE_TEXT_LENGTH),
  /** UUIDv7 of the client, as an idempotency key. */
  scanId: z.uuid().optional(),
  device: z.string().max(64).optional(),
  /** PIN digits. JSON numbers are rejected, because they lose leading zeros. */
  pin: z.preprocess((pin) => (typeof pin === 'string' && pin !== '' ? pin : 'not text'), z.string().regex(/^\d{1,8}$/)).optional(),
  /** Only with the consumer's consent. */
  position: Position.optional(),
});

export const Verification = z.object({
  verdict: Verdict,
  reason: z.enum(suspectReasons).nullable(),
  /** Includes this visit. Null if the code is not live. */
  sessions: z.int().nullable(),
  /** First verification, ISO 8601 with offset. */
  firstTime: z.string().nullable(),
  firstRegion: z.string().nullable(),
  /** 0: no PIN. */
  pinDigits: z.int(),
  /** Null without a PIN, or while locked. */
  pinRight: z.boolean().nullable(),
  /** This device was the first with the correct PIN. Null without a correct PIN. */
  pinFirst: z.boolean().nullable(),
  /** First correct PIN entry, ISO 8601 with offset. Null without a correct PIN. */
  pinFirstTime: z.string().nullable(),
  pinFirstRegion: z.string().nullable(),
  /** Five wrong PINs in a day lock it until the next day. */
  pinLocked: z.boolean(),
  /** Null for `unknown`. */
  goods: z
    .object({
      name: z.string(),
      brand: z.string().nullable(),
      spec: z.string().nullable(),
      gtin: z.string().nullable(),
      origin: z.string().nullable(),
      intro: z.string().nullable(),
      picture: z.string().nullable(),
      maker: z.string(),
      batchNo: z.string(),
      madeDate: z.string(),
      expiryDate: z.string().nullable(),
    })
    .nullable(),
});
export type Verification = z.output<typeof Verification>;
