/** Colours of states and verdicts: one meaning each, everywhere; never shown without their word. */
export const tones = {
  genuine: '#389e0d',
  verified: '#1677ff',
  attention: '#d46b08',
  diversion: '#c41d7f',
  quiet: '#8c8c8c',
  frozen: '#08979c',
  grave: '#cf1322',
  expired: '#ad6800',
  closed: '#434343',
  packed: '#5b8c00',
  shipped: '#237804',
  sold: '#135200',
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
  pending: 'attention',
  approved: 'verified',
  issuing: 'verified',
  issued: 'verified',
  printed: 'verified',
  active: 'genuine',
  activated: 'genuine',
  packed: 'packed',
  shipped: 'shipped',
  sold: 'sold',
  closed: 'closed',
  frozen: 'frozen',
  recalled: 'grave',
  void: 'grave',
  cancelled: 'quiet',
  open: 'attention',
  sending: 'verified',
  queued: 'quiet',
  running: 'verified',
  done: 'genuine',
  failed: 'grave',
};

export const toneOf = (value: string): Tone => byValue[value] ?? 'quiet';

/** The colour of a coded value, for dots, bars and charts. */
export const colourOf = (value: string): string => tones[toneOf(value)];
