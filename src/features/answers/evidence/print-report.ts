import { REPORT_STYLE, REPORT_STYLE_TAG } from '@/domain/evidence/report-style';

import type { BuiltEvidence } from './build-evidence';
import styles from './evidence-dialog.module.css';

/**
 * Opens the print view of a report in a frame of its own and prints it; the frame goes
 * when that is over. Pictures are read from the archive, each as it is drawn. The style
 * is set by script: the content security policy of the app allows none in the markup.
 * @param name of the frame.
 */
export async function printReport(
  { zip, report, pictures }: BuiltEvidence,
  name: string,
): Promise<void> {
  // Even a style that is only parsed is a breach of the policy.
  const html = (await report.text()).replace(REPORT_STYLE_TAG, '');
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const own of parsed.querySelectorAll('meta')) own.remove();
  const addresses = new Map(
    pictures.map(({ path, start, end, mediaType }) => [
      path,
      URL.createObjectURL(zip.slice(start, end, mediaType)),
    ]),
  );
  for (const image of parsed.images) {
    const address = addresses.get(image.getAttribute('src') ?? '');
    if (address !== undefined) image.src = address;
  }

  const frame = document.createElement('iframe');
  frame.title = name;
  frame.className = styles.frame ?? '';
  document.body.append(frame);
  const { contentDocument: page, contentWindow: view } = frame;
  if (!page || !view) return;
  page.replaceChild(
    page.importNode(parsed.documentElement, true),
    page.documentElement,
  );
  const sheet = new view.window.CSSStyleSheet();
  sheet.replaceSync(REPORT_STYLE);
  page.adoptedStyleSheets = [sheet];
  view.addEventListener('afterprint', () => {
    frame.remove();
    for (const address of addresses.values()) URL.revokeObjectURL(address);
  });
  // One that this browser cannot show is printed as its name.
  await Promise.all([...page.images].map(isDrawn));
  view.print();
}

function isDrawn(image: HTMLImageElement): Promise<void> {
  return new Promise((resolve) => {
    if (image.complete) resolve();
    image.addEventListener('load', () => resolve());
    image.addEventListener('error', () => resolve());
  });
}
