import path from 'node:path';
import { type Call, FileAnswer, ok, Refusal, type Routes, type Upload } from './call.ts';
import { timeText } from './clock.ts';

/** The recorded server's own URL, unreachable for test browsers. */
const OWN_ADDRESS = 'http://192.0.2.1:8080';

const EXTENSIONS = 'bmp, gif, jpg, jpeg, png, doc, docx, xls, xlsx, ppt, pptx, html, htm, txt, rar, zip, gz, bz2, mp4, avi, rmvb, pdf';
const TYPES: Record<string, string> = {
  ...{ '.png': 'image/png', '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.gif': 'image/gif', '.bmp': 'image/bmp' },
  ...{ '.txt': 'text/plain', '.pdf': 'application/pdf' },
};
let uploads = 0;

function store({ files }: Call, { fileName, bytes }: Upload) {
  const extension = path.extname(fileName).slice(1);
  if (fileName.length > 100) throw new Refusal('上传的文件名最长100个字符');
  if (!EXTENSIONS.split(', ').includes(extension.toLowerCase()))
    throw new Refusal(`文件[${fileName}]后缀[${extension}]不正确，请上传[${EXTENSIONS}]格式`);
  const time = timeText();
  const base = path.basename(fileName, path.extname(fileName));
  const newFileName = `${base}_${time.replace(/\D/g, '')}A${String(++uploads).padStart(3, '0')}.${extension}`;
  const address = `/profile/upload/${time.slice(0, 10).replaceAll('-', '/')}/${newFileName}`;
  files.set(address, bytes);
  return { url: OWN_ADDRESS + address, fileName: address, newFileName, originalFilename: fileName };
}

function download({ files, parameters }: Call) {
  const address = parameters.text('resource');
  const name = encodeURIComponent(address.split('/').at(-1) ?? '');
  const headers = {
    'content-disposition': `attachment; filename=${name};filename*=utf-8''${name}`,
    'download-filename': name,
    'access-control-expose-headers': 'Content-Disposition,download-filename',
  };
  return new FileAnswer('application/octet-stream', files.get(address) ?? '', headers);
}

const html = (body: string) => `<!doctype html><html><head><meta charset="utf-8"><title>${body}</title></head><body>${body}</body></html>`;

export const commonRoutes: Routes = {
  'GET /': { open: true, handle: () => new FileAnswer('text/html;charset=UTF-8', '欢迎使用RuoYi后台管理框架，请通过前端地址访问。') },
  'POST /common/upload': {
    handle: (call) => {
      const upload = call.uploads.find(({ field }) => field === 'file');
      if (!upload)
        throw new Refusal('Cannot invoke "org.springframework.web.multipart.MultipartFile.getOriginalFilename()" because "file" is null');
      return ok(store(call, upload));
    },
  },
  'POST /common/uploads': {
    handle: (call) => {
      const stored = call.uploads.filter(({ field }) => field === 'files').map((upload) => store(call, upload));
      const joined = (key: keyof (typeof stored)[number]) => stored.map((file) => file[key]).join(',');
      const urls = { urls: joined('url'), fileNames: joined('fileName') };
      return ok({ ...urls, newFileNames: joined('newFileName'), originalFilenames: joined('originalFilename') });
    },
  },
  'GET /common/download/resource': { handle: download },
  'GET /druid/login.html': { open: true, handle: () => new FileAnswer('text/html;charset=utf-8', html('druid monitor')) },
  'GET /swagger-ui/index.html': { open: true, handle: () => new FileAnswer('text/html', html('Swagger UI')) },
  'GET /v3/api-docs': {
    open: true,
    handle: () => ({ openapi: '3.1.0', info: { title: '标题：若依管理系统_接口文档', version: '版本号:3.9.2' }, paths: {} }),
  },
};

/** An uploaded file by URL. @throws Refusal when there is none */
export function profileFile({ files }: { files: Map<string, Buffer> }, address: string): FileAnswer {
  const bytes = files.get(address);
  // Spring reports the file relative to its folder, and the full URL as the request
  if (!bytes) throw new Refusal(`No static resource ${address.slice('/profile/'.length)} for request '${address}'.`);
  return new FileAnswer(TYPES[path.extname(address).toLowerCase()] ?? 'application/octet-stream', bytes);
}
