import { Image } from 'antd';

/** One picture over the whole page, to be turned and enlarged. */
export default function ImagePreview({ src, onClose }: { src: string; onClose: () => void }) {
  return (
    <Image
      src={src}
      alt=""
      style={{ display: 'none' }}
      preview={{
        open: true,
        src,
        onOpenChange: (open) => {
          if (!open) onClose();
        },
      }}
    />
  );
}
