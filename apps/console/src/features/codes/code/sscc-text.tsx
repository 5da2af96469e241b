import { CopyableText } from '../../../ui/mono.tsx';

export const SsccText = ({ sscc, copy = false }: { sscc: string | null; copy?: boolean }) =>
  sscc && (
    <span className="code-sscc">
      SSCC <CopyableText copyable={copy}>{sscc}</CopyableText>
    </span>
  );
