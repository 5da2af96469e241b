import { z } from 'zod';

/** Item of `GET /getRouters`, in RuoYi format. */
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
    actions?: string[];
  };
  children?: ServerRoute[];
}
export const ServerRoute: z.ZodType<ServerRoute> = z.object({
  name: z.string().optional(),
  path: z.string(),
  hidden: z.boolean(),
  redirect: z.string().optional(),
  component: z.string(),
  query: z.string().optional(),
  alwaysShow: z.boolean().optional(),
  meta: z
    .object({
      title: z.string(),
      icon: z.string(),
      noCache: z.boolean(),
      link: z.string().nullable(),
      actions: z.array(z.string()).optional(),
    })
    .optional(),
  children: z.lazy(() => z.array(ServerRoute)).optional(),
}) as z.ZodType<ServerRoute>;
