import type { FileRequest } from './read-file';
import { readFile } from './read-file';

// One file, one answer: the page ends the thread after it.
self.addEventListener('message', ({ data }: MessageEvent<FileRequest>) => {
  void readFile(data).then((answer) => self.postMessage(answer));
});
