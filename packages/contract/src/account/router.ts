/** A record of `GET /getRouters`, as the family sends it (reference: admin wire §4). */
export interface ServerRoute {
  name?: string;
  path: string;
  hidden: boolean;
  redirect?: string;
  component: string;
  query?: string;
  alwaysShow?: boolean;
  meta?: {
    title: string;
    icon: string;
    noCache: boolean;
    link: string | null;
    /** Permissions of the buttons below the menu. */
    actions?: string[];
  };
  children?: ServerRoute[];
}
