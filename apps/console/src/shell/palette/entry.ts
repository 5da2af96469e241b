import type { IconName } from '../../ui/icon.tsx';

/** One line of the palette: where it leads, or what it does. */
export interface Entry {
  id: string;
  /** The heading that it stands under. */
  group: string;
  title: string;
  more?: string;
  icon: IconName;
  to?: string;
  /** The page opens with its form. */
  add?: boolean;
  act?: () => void;
}
