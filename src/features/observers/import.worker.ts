import type { FileRequest } from './classify-file';
import { classifyFile } from './classify-file';

// One file, one answer: the page ends the thread after it.
self.addEventListener('message', ({ data }: MessageEvent<FileRequest>) => {
  void classifyFile(data).then((answer) => self.postMessage(answer));
});
