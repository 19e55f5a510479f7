import { strToU8, zipSync } from 'fflate';

/** An OpenDocument sheet as LibreOffice saves it. @param table its XML. */
export function anOds(table: string): Uint8Array<ArrayBuffer> {
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

/** A cell with a text, which is XML. */
export const anOdsCell = (text: string) =>
  `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;

export const anOdsRow = (texts: readonly string[]) =>
  `<table:table-row>${texts.map(anOdsCell).join('')}</table:table-row>`;
