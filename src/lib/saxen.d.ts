/** What this app uses of saxen, which brings no types. */
declare module 'saxen' {
  type Decode = (text: string) => string;

  export class Parser {
    on(event: 'error', hear: (error: Error) => void): this;
    on(
      event: 'openTag',
      hear: (name: string, attributes: () => Record<string, string>) => void,
    ): this;
    on(event: 'text', hear: (text: string, decode: Decode) => void): this;
    on(event: 'closeTag', hear: (name: string) => void): this;
    parse(text: string): void;
  }
}
