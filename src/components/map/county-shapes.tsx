import type { MouseEvent, ReactNode } from 'react';

import styles from './county-shapes.module.css';
import type { MapShapes } from './map-shapes';

/** From the palest colour to the strongest. */
export const LEVELS = [0, 1, 2, 3, 4] as const;
export type Level = (typeof LEVELS)[number];

interface CountyShapesProps {
  map: MapShapes;
  /** By county code; undefined: its figure is not known. */
  levelOf: (county: string) => Level | undefined;
  /** The name, and the figure that colours it. */
  hintOf: (county: string) => string;
  onChoose: (county: string) => void;
}

/**
 * The counties coloured by one figure. The table beside it says the same, so the
 * drawing is not for screen readers and has no stops for the Tab key.
 */
export function CountyShapes(props: CountyShapesProps) {
  const { map, levelOf, hintOf, onChoose } = props;

  function handleClick({ target }: MouseEvent<SVGSVGElement>) {
    if (!(target instanceof SVGElement)) return;
    const { county } = target.dataset;
    if (county !== undefined) onChoose(county);
  }

  return (
    // The links of the table are the same thing for the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${map.width} ${map.height}`}
      className={styles.drawing}
      onClick={handleClick}
    >
      {map.shapes.map(({ code, path }) => (
        <path
          key={code}
          d={path}
          fillRule="evenodd"
          data-county={code}
          data-level={levelOf(code) ?? 'unknown'}
        >
          <title>{hintOf(code)}</title>
        </path>
      ))}
    </svg>
  );
}

interface MapLegendProps {
  /** For screen readers, where nothing beside it says what it is. */
  label?: string | undefined;
  items: readonly {
    key: string;
    level: Level | undefined;
    words: ReactNode;
  }[];
}

/** What the colours stand for, or counties that the map does not draw. */
export function MapLegend({ label, items }: MapLegendProps) {
  return (
    <ul className={styles.legend} aria-label={label}>
      {items.map(({ key, level, words }) => (
        <li key={key}>
          <span className={styles.swatch} data-level={level ?? 'unknown'} />
          {words}
        </li>
      ))}
    </ul>
  );
}

interface LevelLegendProps {
  label: string;
  /** Undefined: counties whose figure is not known. */
  wordsOf: (level: Level | undefined) => string;
}

/** What each colour stands for. */
export function LevelLegend({ label, wordsOf }: LevelLegendProps) {
  const levels = [...LEVELS, undefined];
  return (
    <MapLegend
      label={label}
      items={levels.map((level) => ({
        key: String(level),
        level,
        words: wordsOf(level),
      }))}
    />
  );
}
