import { EmptyFrame } from './empty-frame.tsx';

/** Users of one role, which the list of roles chooses. */
export default function AuthUserPage() {
  return <EmptyFrame title="shell.page.authUser" purpose="shell.frame.authUser.purpose" none="shell.frame.authUser.none" />;
}
