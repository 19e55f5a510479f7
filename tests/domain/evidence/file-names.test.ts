import { describe, expect, it } from 'vitest';

import { attachmentFrom } from '@/domain/answers/note';
import { attachmentPath } from '@/domain/evidence/file-names';

const pathOf = (src: string) => attachmentPath(attachmentFrom(src), 3, 2);

describe('the path of an attachment in the archive', () => {
  it.each([
    ['https://s/notes/IMG_4.JPG?sig=1', 'pictures/0003-02-IMG_4.jpg'],
    ['/notes/film.mp4', 'files/0003-02-film.mp4'],
    ['/notes/proces%20verbal.pdf', 'files/0003-02-proces-verbal.pdf'],
    ['/notes/Secție ș.png', 'pictures/0003-02-Sectie-s.png'],
    // Out of the folder, by any spelling.
    ['/n/..%2F..%2Fetc%2Fpasswd.png', 'pictures/0003-02-etc-passwd.png'],
    [String.raw`/n/..\..\a.png`, 'pictures/0003-02-a.png'],
    ['/n/..', 'files/0003-02-file.bin'],
    ['', 'files/0003-02-file.bin'],
    // A line of its own in SHA256SUMS.
    ['/n/a%0Adeadbeef%20%20b.png', 'pictures/0003-02-a-deadbeef-b.png'],
    ['/n/%E0%A4%A.png', 'pictures/0003-02-E0-A4-A.png'],
    // What a system would run or show as a page.
    ['/n/a.exe', 'files/0003-02-a.bin'],
    ['/n/a.html', 'files/0003-02-a.bin'],
    ['/n/a.svg', 'files/0003-02-a.bin'],
    ['/n/a.png.lnk', 'files/0003-02-a-png.bin'],
    ['/n/a.<b>', 'files/0003-02-a.bin'],
  ])('of %j is %s', (src, path) => {
    expect(pathOf(src)).toBe(path);
  });

  it('has at most sixty letters of its own name', () => {
    const path = pathOf(`/n/${'a'.repeat(300)}.jpg`);
    expect(path).toBe(`pictures/0003-02-${'a'.repeat(60)}.jpg`);
  });
});
