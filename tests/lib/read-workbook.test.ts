import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { readWorkbook } from '@/lib/read-workbook';
import { writeWorkbook } from '@/lib/workbook';

import { anOds, anOdsCell } from '../support/ods';

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

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
<table:table-row>${anOdsCell('Telefon')}${anOdsCell('Nume')}<table:table-cell table:number-columns-repeated="16382"/></table:table-row>
<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
<table:table-row>
<table:table-cell office:value-type="float" office:value="722000111"><text:p>7,22E+08</text:p></table:table-cell>
${anOdsCell('Ana &amp; <text:s/>Ion')}
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
