import { expect, it } from 'vitest';

import { markup, said } from '@/domain/evidence/markup';

it.each([
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  [`" onerror='x' a="`, '&quot; onerror=&#39;x&#39; a=&quot;'],
  ['</style><img src=x>', '&lt;/style&gt;&lt;img src=x&gt;'],
  ['&lt;', '&amp;lt;'],
  ['a\u0000b\u001bc', 'a\ufffdb\ufffdc'],
  ['one\r\ntwo\tthree', 'one\ntwo\tthree'],
])('escapes %j, wherever it stands', (text, escaped) => {
  expect(markup`<p title="${text}">${text}</p>`.html).toBe(
    `<p title="${escaped}">${escaped}</p>`,
  );
});

it('leaves markup as it is, and what people said inside of it escaped', () => {
  const items = ['<a>', 'b'].map((text) => markup`<li>${said(text)}</li>`);
  expect(markup`<ul>${items}</ul>`.html).toBe(
    '<ul><li><bdi>&lt;a&gt;</bdi></li><li><bdi>b</bdi></li></ul>',
  );
});

it('turned text does not turn what stands behind it', () => {
  const turned = 'ok\u202egnp.exe';
  expect(markup`${said(turned)} (12)`.html).toBe(`<bdi>${turned}</bdi> (12)`);
});
