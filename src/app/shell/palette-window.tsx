import { Palette } from '@/features/search/palette';

import { useScreens } from './screens';

interface PaletteWindowProps {
  onClose: () => void;
}

/** The palette with the screens that the signed-in role may use. */
export function PaletteWindow({ onClose }: PaletteWindowProps) {
  return <Palette screens={useScreens()} onClose={onClose} />;
}
