import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { readWorkbook } from '@/lib/read-workbook';
import { writeWorkbook } from '@/lib/workbook';

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

/** An OpenDocument sheet as LibreOffice saves it. */
function anOds(table: string): Uint8Array {
  const content = `<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">
<office:body><office:spreadsheet>${table}</office:spreadsheet></office:body>
</office:document-content>`;
  return zipSync({
    mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'),
    'content.xml': strToU8(content),
  });
}

const cell = (text: string) =>
  `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;

describe('the cells of a workbook', () => {
  it('are read from XLSX: texts, whole numbers, moments', async () => {
    const book = await writeWorkbook([
      { name: 'Gol', rows: [] },
      {
        name: 'Observatori',
        head: ['Telefon', 'PIN', 'Nume'],
        rows: [
          [722_000_111, '0123', 'Ștefan & Ana'],
          [40_722_000_112, null, new Date(2026, 10, 22, 7, 30)],
        ],
      },
    ]);
    expect(await readWorkbook(await bytesOf(book))).toEqual([
      ['Telefon', 'PIN', 'Nume'],
      ['722000111', '0123', 'Ștefan & Ana'],
      ['40722000112', '', '2026-11-22 07:30'],
    ]);
  });

  it('are read from ODS: values, repeated cells and rows, no blank end', async () => {
    const ods = anOds(`<table:table table:name="Foaie1">
<table:table-row>${cell('Telefon')}${cell('Nume')}<table:table-cell table:number-columns-repeated="16382"/></table:table-row>
<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
<table:table-row>
<table:table-cell office:value-type="float" office:value="722000111"><text:p>7,22E+08</text:p></table:table-cell>
${cell('Ana &amp; <text:s/>Ion')}
<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>ADEVĂRAT</text:p></table:table-cell>
<table:table-cell office:value-type="date" office:date-value="2026-11-22T07:30:00"><text:p>22.11.26</text:p></table:table-cell>
</table:table-row>
<table:table-row table:number-rows-repeated="1048572"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
</table:table>`);
    expect(await readWorkbook(ods)).toEqual([
      ['Telefon', 'Nume'],
      [],
      [],
      ['722000111', 'Ana &  Ion', 'TRUE', '2026-11-22 07:30'],
    ]);
  });
});

describe('no workbook', () => {
  it('is an archive of something else', async () => {
    const archive = zipSync({ 'poza.txt': strToU8('abc') });
    await expect(readWorkbook(archive)).rejects.toThrow();
  });

  it('is one that is cut off', async () => {
    const book = await writeWorkbook([{ name: 'A', rows: [['x']] }]);
    const bytes = await bytesOf(book);
    await expect(readWorkbook(bytes.subarray(0, 300))).rejects.toThrow();
  });

  it('is one that unpacks to hundreds of megabytes', async () => {
    const bytes = zipSync({ 'content.xml': strToU8('<a/>') });
    // The archive's own directory tells the size of what is in it.
    const entry = bytes.findLastIndex(
      (byte, at) =>
        byte === 0x50 && bytes[at + 1] === 0x4b && bytes[at + 2] === 1,
    );
    new DataView(bytes.buffer).setUint32(entry + 24, 201 * 1024 * 1024, true);
    await expect(readWorkbook(bytes)).rejects.toThrow('too large');
  });
});
