import { posts } from '@suyuan/contract';
import { ResourcePage } from '../ui/resource-page.tsx';

// Pages of resources whose declaration says everything.

export const PostPage = () => <ResourcePage resource={posts} />;
