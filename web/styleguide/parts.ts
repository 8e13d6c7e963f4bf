import { baseParts } from './base-parts.tsx'
import { buttonParts } from './button-parts.tsx'
import { contentParts } from './content-parts.tsx'
import { fieldParts } from './field-parts.tsx'
import { frameParts } from './frame-parts.tsx'
import { messageParts } from './message-parts.tsx'
import { overlayParts } from './overlay-parts.tsx'
import type { Part } from './part.ts'
import { pictureParts } from './picture-parts.tsx'
import { priceParts } from './price-parts.tsx'
import { tableParts } from './table-parts.tsx'

export const groups: readonly { name: string; parts: readonly Part[] }[] = [
  { name: 'Base', parts: baseParts },
  { name: 'Buttons and badges', parts: buttonParts },
  { name: 'Fields', parts: fieldParts },
  { name: 'Messages', parts: messageParts },
  { name: 'Overlays', parts: overlayParts },
  { name: 'Content', parts: contentParts },
  { name: 'Tables', parts: tableParts },
  { name: 'Prices and days', parts: priceParts },
  { name: 'Pictures', parts: pictureParts },
  { name: 'Frames', parts: frameParts },
]
