import type { ReactElement } from 'react';
import { createElement, memo } from 'react';
import type { IconNode } from 'lucide';
import {
  ChevronsUpDown,
  Ban,
  ChartColumn,
  Check,
  ChevronDown,
  ChevronFirst,
  ChevronLast,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  CircleCheck,
  Clock,
  Copy,
  Download,
  EllipsisVertical,
  ExternalLink,
  Eye,
  EyeOff,
  File,
  Flag,
  Funnel,
  Globe,
  GripVertical,
  HardDrive,
  Image,
  Info,
  Key,
  Keyboard,
  Laptop,
  LayoutGrid,
  List,
  Lock,
  LogOut,
  MapPin,
  Menu,
  Merge,
  Minus,
  Moon,
  Pencil,
  Phone,
  Play,
  Plus,
  Redo2,
  RefreshCw,
  RotateCw,
  Search,
  Send,
  StickyNote,
  Sun,
  Trash2,
  TriangleAlert,
  Type,
  Undo2,
  Upload,
  User,
  Wifi,
  WifiOff,
  X,
  ZoomIn,
  ZoomOut,
} from 'lucide';

import styles from './icon.module.css';
import { classNames } from './class-names';

// Our word on the left, the name of the drawing on the right.
const DRAWINGS = {
  alert: TriangleAlert,
  chart: ChartColumn,
  check: Check,
  clock: Clock,
  close: X,
  copy: Copy,
  device: Laptop,
  done: CircleCheck,
  down: ChevronDown,
  download: Download,
  edit: Pencil,
  external: ExternalLink,
  eye: Eye,
  file: File,
  filter: Funnel,
  first: ChevronFirst,
  flag: Flag,
  globe: Globe,
  grid: LayoutGrid,
  grip: GripVertical,
  hide: EyeOff,
  info: Info,
  key: Key,
  keyboard: Keyboard,
  last: ChevronLast,
  left: ChevronLeft,
  list: List,
  map: MapPin,
  lock: Lock,
  logout: LogOut,
  menu: Menu,
  merge: Merge,
  minus: Minus,
  moon: Moon,
  more: EllipsisVertical,
  note: StickyNote,
  offline: WifiOff,
  online: Wifi,
  phone: Phone,
  picture: Image,
  play: Play,
  plus: Plus,
  redo: Redo2,
  refused: Ban,
  right: ChevronRight,
  rotate: RotateCw,
  search: Search,
  send: Send,
  storage: HardDrive,
  sun: Sun,
  sync: RefreshCw,
  text: Type,
  trash: Trash2,
  undo: Undo2,
  up: ChevronUp,
  updown: ChevronsUpDown,
  upload: Upload,
  user: User,
  wifi: Wifi,
  zoomin: ZoomIn,
  zoomout: ZoomOut,
} satisfies Record<string, IconNode>;

/** A picture that `Icon` can draw. */
export type IconName = keyof typeof DRAWINGS;

interface IconProps {
  name: IconName;
  /** 14 px instead of 16, for small text. */
  small?: boolean | undefined;
  /** The hidden word, for an icon that stands without a visible one. */
  label?: string | undefined;
  className?: string | undefined;
}

/** Drawings as elements, made when a picture is first drawn: React passes over the same element. */
const shapes: Partial<Record<IconName, ReactElement[]>> = {};

function shapesOf(name: IconName): ReactElement[] {
  return (shapes[name] ??= DRAWINGS[name].map(([tag, attributes], at) =>
    createElement(tag, { ...attributes, key: at }),
  ));
}

/** Decorative unless it is given a word. */
export const Icon = memo(function Icon(props: IconProps) {
  const { name, small = false, label, className } = props;
  return (
    <>
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        focusable="false"
        className={classNames(styles.icon, small && styles.small, className)}
      >
        {shapesOf(name)}
      </svg>
      {label === undefined ? null : (
        <span className="visually-hidden">{label}</span>
      )}
    </>
  );
});
