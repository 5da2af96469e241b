import type { ReactNode } from 'react';

interface PictureListProps {
  className: string;
  children: ReactNode;
}

export const PictureList = ({ className, children }: PictureListProps) => (
  <ul className={`flex list-none flex-wrap gap-2 p-0 ${className}`}>{children}</ul>
);

interface PictureItemProps {
  src: string;
  alt: string;
  onOpen: () => void;
  /** Rendered over or below the picture. */
  children?: ReactNode;
}

/** A small square picture; a click opens it in full. */
export const PictureItem = ({ src, alt, onOpen, children }: PictureItemProps) => (
  <li className="relative w-22">
    <button type="button" className="block size-22 cursor-zoom-in overflow-hidden rounded border border-edge bg-fill p-0" onClick={onOpen}>
      <img className="size-full object-cover" src={src} alt={alt} />
    </button>
    {children}
  </li>
);
