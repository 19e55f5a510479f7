/**
 * Draws the SVG sources of this folder as JPEG and PNG, and makes the two
 * attachments that are not pictures. Run it by hand after changing a source:
 * `node server/seed/pictures/render.mjs`. The seed reads only the results.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';

import { chromium } from '@playwright/test';

const here = new URL('./', import.meta.url);
const names = (await readdir(here))
  .filter((file) => file.endsWith('.svg'))
  .map((file) => file.slice(0, -'.svg'.length));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
});
const page = await browser.newPage({
  viewport: { width: 960, height: 720 },
  deviceScaleFactor: 0.75,
});
for (const name of names) {
  const svg = await readFile(new URL(`${name}.svg`, here), 'utf8');
  await page.setContent(
    `<style>body{margin:0}svg{display:block}</style>${svg}`,
  );
  const jpeg = await page.screenshot({ type: 'jpeg', quality: 78 });
  const png = await page.screenshot({ type: 'png' });
  await writeFile(new URL(`${name}.jpg`, here), jpeg);
  await writeFile(new URL(`${name}.png`, here), png);
}
await browser.close();

await writeFile(new URL('voice-note.wav', here), makeTone());
await writeFile(new URL('report.pdf', here), makePdf());

/** Two short soft tones: 8,000 samples a second, 8 bits, one channel. */
function makeTone() {
  const rate = 8000;
  const samples = Buffer.alloc(rate * 1.5, 128);
  for (let index = 0; index < samples.length; index += 1) {
    const seconds = index / rate;
    const pitch = seconds < 0.75 ? 440 : 330;
    const loudness = 50 * Math.max(0, Math.sin(Math.PI * (seconds % 0.75) * 2));
    samples[index] =
      128 + Math.round(loudness * Math.sin(2 * Math.PI * pitch * seconds));
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/**
 * A PDF of one page with one sentence. Readers require the table of offsets.
 */
function makePdf() {
  const text =
    'BT /F1 20 Tf 60 740 Td (Raport de sesizare - model de demonstratie) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = pdf.length;
  const entries = offsets.map(
    (offset) => `${String(offset).padStart(10, '0')} 00000 n \n`,
  );
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`;
  pdf += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(pdf, 'latin1');
}
