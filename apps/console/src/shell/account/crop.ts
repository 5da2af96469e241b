import type { Area } from 'react-easy-crop';

/** Side of the stored picture in pixels. */
const SIDE = 512;

/** The selected part of a picture, rotated by `rotation` degrees, as a JPEG on white. */
export async function cropped(url: string, { x, y, width, height }: Area, rotation: number): Promise<Blob> {
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
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, SIDE, SIDE);
  pen.scale(SIDE / width, SIDE / height);
  pen.translate(boxWidth / 2 - x, boxHeight / 2 - y);
  pen.rotate(angle);
  pen.drawImage(picture, -w / 2, -h / 2);
  return new Promise((answer, refuse) => {
    canvas.toBlob((blob) => (blob ? answer(blob) : refuse(new Error('no picture'))), 'image/jpeg', 0.92);
  });
}
