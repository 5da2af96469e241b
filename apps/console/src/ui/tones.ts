/** Colours of states and verdicts, as app/look.css has them for light and dark: one meaning each, everywhere; never shown without their word. */
export const tones = {
  genuine: 'var(--tone-genuine)',
  verified: 'var(--tone-verified)',
  attention: 'var(--tone-attention)',
  diversion: 'var(--tone-diversion)',
  quiet: 'var(--tone-quiet)',
  frozen: 'var(--tone-frozen)',
  grave: 'var(--tone-grave)',
  expired: 'var(--tone-expired)',
  closed: 'var(--tone-closed)',
  packed: 'var(--tone-packed)',
  shipped: 'var(--tone-shipped)',
  sold: 'var(--tone-sold)',
} as const;
export type Tone = keyof typeof tones;

/** Which tone a coded value has, whatever noun carries it. Flags: `0` usual, `1` exception. */
const byValue: Record<string, Tone> = {
  '0': 'genuine',
  '1': 'quiet',
  genuine: 'genuine',
  alreadyVerified: 'verified',
  suspect: 'attention',
  diversion: 'diversion',
  notActivated: 'quiet',
  unknown: 'quiet',
  expired: 'expired',
  draft: 'quiet',
  suspended: 'frozen',
  terminated: 'closed',
  pending: 'attention',
  approved: 'verified',
  issuing: 'verified',
  issued: 'verified',
  printed: 'verified',
  active: 'genuine',
  activated: 'genuine',
  packed: 'packed',
  shipping: 'verified',
  shipped: 'shipped',
  received: 'genuine',
  sold: 'sold',
  closed: 'closed',
  frozen: 'frozen',
  recalled: 'grave',
  void: 'grave',
  cancelled: 'quiet',
  rejected: 'grave',
  open: 'attention',
  assigned: 'verified',
  counterfeit: 'grave',
  falseAlarm: 'quiet',
  sending: 'verified',
  queued: 'quiet',
  running: 'verified',
  done: 'genuine',
  failed: 'grave',
};

/** The tone of a coded value; quiet where it has none. */
export const toneOf = (value: string): Tone => byValue[value] ?? 'quiet';

/** The colour of a coded value, for dots, bars and charts. */
export const colourOf = (value: string): string => tones[toneOf(value)];
