import { EmptyFrame } from './empty-frame.tsx';

/** Settings of one table, which the list of the code generator chooses. */
export default function GenEditPage() {
  return <EmptyFrame title="shell.page.genEdit" purpose="shell.frame.genEdit.purpose" none="shell.frame.genEdit.none" />;
}
