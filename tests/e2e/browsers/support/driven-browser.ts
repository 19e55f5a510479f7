/** One source of input and what it does, in the words of WebDriver. */
export interface InputSource {
  type: 'key' | 'pointer';
  id: string;
  actions: Record<string, unknown>[];
}

/** A browser that is driven from outside, with input as a person's hands make it. */
export interface DrivenBrowser {
  /** Goes to an address, as one who types it; answers when the page has loaded. */
  open(url: string): Promise<void>;
  /** The text that an expression in the page has, or will have. */
  read(expression: string): Promise<string>;
  act(sources: InputSource[]): Promise<void>;
  /** The window as PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Where the programs are found, and how one of them is started. */
export interface BrowserKind {
  name: string;
  /** All of them have to be there. */
  programs: readonly string[];
  start(): Promise<DrivenBrowser>;
}
