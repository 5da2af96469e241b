import type { IconName } from '../../ui/icon.tsx';

/** One entry of the palette: a link or an action. */
export interface Entry {
  id: string;
  /** Heading of its group. */
  group: string;
  title: string;
  more?: string;
  icon: IconName;
  to?: string;
  /** Opens the page's add form. */
  add?: boolean;
  act?: () => void;
}
