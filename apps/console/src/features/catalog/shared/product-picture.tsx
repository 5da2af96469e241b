/** Tile hues, as far apart as six can be. A name always maps to the same hue. */
const HUES = [205, 265, 325, 25, 85, 145];

const hueOf = (name: string) => HUES[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % HUES.length];

const TILE_COLOURS =
  'bg-[hsl(var(--hue)_40%_92%)] text-[hsl(var(--hue)_45%_30%)] dark:bg-[hsl(var(--hue)_22%_20%)] dark:text-[hsl(var(--hue)_40%_80%)]';

interface ProductPictureProps {
  name: string;
  src?: string | undefined;
  /** Width and corners. */
  className: string;
}

/** The picture of a product, or a coloured tile with the beginning of its name. */
export function ProductPicture({ name, src, className }: ProductPictureProps) {
  if (src) return <img className={`block aspect-4/3 bg-hover object-cover ${className}`} src={src} alt={name} loading="lazy" />;
  return (
    <span
      className={`grid aspect-4/3 place-items-center text-2xl font-semibold tracking-[2px] ${TILE_COLOURS} ${className}`}
      style={{ '--hue': hueOf(name) } as React.CSSProperties}
      aria-hidden="true"
    >
      {[...name].slice(0, 2).join('')}
    </span>
  );
}
