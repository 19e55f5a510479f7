import 'react';

// React's CSSProperties knows no custom properties; this teaches it `--name`, so that no component
// has to cast its style. The values reach the page through CSSOM, which a strict CSP allows.
declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
