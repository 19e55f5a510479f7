// Before the tests of a file that has a page: what a page does next may take a
// busy machine longer than the second that the library allows.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 10_000 });
}

export {};
