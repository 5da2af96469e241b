import type { Area } from 'react-easy-crop';

/** Side of the stored picture in pixels. */
const SIDE = 512;

/** The selected part of a picture, rotated by `rotation` degrees, as a JPEG on white. */
export async function cropImage(url: string, { x, y, width, height }: Area, rotation: number): Promise<Blob> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const angle = (rotation * Math.PI) / 180;
  const [w, h] = [picture.naturalWidth, picture.naturalHeight];
  // the area refers to the bounding box of the rotated picture
  const boxWidth = Math.abs(Math.cos(angle) * w) + Math.abs(Math.sin(angle) * h);
  const boxHeight = Math.abs(Math.sin(angle) * w) + Math.abs(Math.cos(angle) * h);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, SIDE, SIDE);
  context.scale(SIDE / width, SIDE / height);
  context.translate(boxWidth / 2 - x, boxHeight / 2 - y);
  context.rotate(angle);
  context.drawImage(picture, -w / 2, -h / 2);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', 0.92);
  });
}
