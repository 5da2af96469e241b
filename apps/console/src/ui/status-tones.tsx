import type { ReactNode } from 'react';

/** Colours of states and verdicts, from look.css for light and dark. Each has one meaning and is always displayed with a label. */
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

/** Tones of coded values, for all resources. Flags: `0` normal, `1` exception. */
const toneByStatus: Record<string, Tone> = {
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
  suspended: 'attention',
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
  high: 'grave',
  medium: 'attention',
  low: 'quiet',
};

/** The tone of a coded value; `quiet` by default. */
export const toneOfStatus = (value: string): Tone => toneByStatus[value] ?? 'quiet';

/** States that are not yet, or not now, in effect have a ring, so that e.g. approved and issued differ. */
const outlined: ReadonlySet<string> = new Set(['draft', 'approved', 'suspended']);

export const colourOfStatus = (value: string): string => tones[toneOfStatus(value)];

/** Coloured mark before a label. */
export function Dot({ colour, outlined = false }: { colour: string; outlined?: boolean }) {
  const style = outlined ? { boxShadow: `inset 0 0 0 2px ${colour}` } : { background: colour };
  return <i className="size-2 flex-none self-center rounded-full" style={style} aria-hidden="true" />;
}

export function StatusDot({ tone, outlined = false, children }: { tone: Tone; outlined?: boolean; children: ReactNode }) {
  return (
    <span className="inline-flex items-baseline gap-2 whitespace-nowrap">
      <Dot colour={tones[tone]} outlined={outlined} />
      {children}
    </span>
  );
}

/** A coded value: its colour, and a ring if it is not in effect. `tone` overrides the colour. */
export const StateDot = ({ value, tone, children }: { value: string; tone?: Tone | undefined; children: ReactNode }) => (
  <StatusDot tone={tone ?? toneOfStatus(value)} outlined={tone !== 'genuine' && outlined.has(value)}>
    {children}
  </StatusDot>
);
