import { z } from 'zod';
import { LONGEST_CODE_TEXT } from '../core/fields.ts';

/** Results of a verification. `suspect` is never called fake. */
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
 * Why a code is suspect: staff blocked it, or who asks; the link around it names other goods or another lot; it was verified too often,
 * too far apart in too little time, or outside the region that its holder may sell in.
 */
export const suspectReasons = ['blocked', 'blockedVisitor', 'otherGtin', 'otherLot', 'manySessions', 'tooFast', 'otherRegion'] as const;
export type SuspectReason = (typeof suspectReasons)[number];

/**
 * Why staff look at a scan: what makes its code suspect, a code that had not left for the market (`leak`), or a PIN that another device
 * had opened before (`pinReused`). The consumer gets none of the last two, and of the others only what a rule shows to consumers.
 */
export const scanReasons = [...suspectReasons, 'leak', 'pinReused'] as const;
export type ScanReason = (typeof scanReasons)[number];

/** Who gets the finding of a rule: nobody, for it is not applied; staff alone; or the consumer too, as the verdict `suspect`. */
export const findingAudiences = ['off', 'staff', 'staffAndConsumer'] as const;
export type FindingAudience = (typeof findingAudiences)[number];

/** Where a consumer is, in degrees (WGS 84), if they consent. */
export const Position = z.object({
  lng: z.number().min(-180).max(180),
  lat: z.number().min(-90).max(90),
  /** Metres within which it holds; what is wider than 5 km says nothing of a city. */
  accuracy: z.number().min(0).max(1e7).optional(),
});
export type Position = z.output<typeof Position>;

/** `POST /v1/verifications`: a code, or the whole link that a camera read. */
export const VerificationRequest = z.object({
  code: z.string().min(1).max(LONGEST_CODE_TEXT),
  /** UUIDv7 made by the caller, so that a repeated request is the same scan. */
  scanId: z.uuid().optional(),
  /** First-party device identifier of the caller's app. */
  device: z.string().max(64).optional(),
  /** Digits of the hidden second code. A JSON number is refused: it has lost the zeros at the beginning. */
  pin: z.preprocess((pin) => (typeof pin === 'string' ? pin : ''), z.string().regex(/^\d{1,8}$/)).optional(),
  /** With the shopper's consent only. */
  position: Position.optional(),
});

export const Verification = z.object({
  verdict: Verdict,
  reason: z.enum(suspectReasons).nullable(),
  /** Which session of its code this scan belongs to, so how often it has been verified; null where the code is not live. */
  sessions: z.int().nullable(),
  /** First verification, ISO 8601 with offset. */
  firstTime: z.string().nullable(),
  firstRegion: z.string().nullable(),
  /** Digits of the hidden second code; 0: the goods have none. */
  pinDigits: z.int(),
  /** Whether the second code was right; null where none was asked or given, or where it is locked. */
  pinRight: z.boolean().nullable(),
  /** Whether the device of this scan was the first to open the second code; null unless that was right. */
  pinFirst: z.boolean().nullable(),
  /** When the second code was first opened, ISO 8601 with offset, and where; null unless it was right. */
  pinFirstTime: z.string().nullable(),
  pinFirstRegion: z.string().nullable(),
  /** Five wrong second codes in a day lock it until the next. */
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
      /** Address of its first picture on the shopper's site. */
      picture: z.string().nullable(),
      maker: z.string(),
      batchNo: z.string(),
      madeDate: z.string(),
      expiryDate: z.string().nullable(),
    })
    .nullable(),
});
export type Verification = z.output<typeof Verification>;
