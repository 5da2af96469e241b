import './product-picture.css';

/** Tile hues, as far apart as six can be. A name always maps to the same hue. */
const HUES = [205, 265, 325, 25, 85, 145];

const hueOf = (name: string) => HUES[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % HUES.length];

export function ProductPicture({ name, src, className = '' }: { name: string; src?: string | undefined; className?: string }) {
  if (src) return <img className={`goods-picture ${className}`} src={src} alt={name} loading="lazy" />;
  return (
    <span className={`goods-picture goods-tile ${className}`} style={{ '--hue': hueOf(name) } as React.CSSProperties} aria-hidden="true">
      {[...name].slice(0, 2).join('')}
    </span>
  );
}
