import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react'
import { type PointerEvent, useRef } from 'react'
import { toPercent } from '#contract/format.ts'
import { createTranslator, defineMessages } from '#contract/i18n/messages.ts'
import type { Crop } from '#contract/pictures/uploads.ts'
import { photoPixels } from '#contract/providers/profile-rules.ts'
import { IconButton } from '#web/ui/button.tsx'
import { SliderField } from '#web/ui/fields/slider.tsx'
import styles from './cropper.module.css'

const messages = defineMessages({
  'crop.title': 'Move and scale',
  'crop.alt': 'Your picture, cropped to a square',
  'crop.zoom': 'Zoom',
  'crop.left': 'Move left',
  'crop.right': 'Move right',
  'crop.up': 'Move up',
  'crop.down': 'Move down',
})
const t = createTranslator(messages)

const STEP = 0.08

/** A square crop window: drag, move buttons and zoom slider. `round` shows the circle of portraits. */
export function Cropper({
  src,
  size,
  crop,
  round,
  onCrop,
}: {
  src: string
  size: Size
  crop: Crop
  round?: boolean
  onCrop: (crop: Crop) => void
}) {
  const window_ = useRef<HTMLDivElement>(null)
  const held = useRef<{ x: number; y: number; crop: Crop } | null>(null)
  const grab = (event: PointerEvent<HTMLDivElement>) => {
    held.current = { x: event.clientX, y: event.clientY, crop }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const side = window_.current?.clientWidth ?? 0
    if (!held.current || side === 0) return
    onCrop(
      moveCrop(
        size,
        held.current.crop,
        (held.current.x - event.clientX) / side,
        (held.current.y - event.clientY) / side,
      ),
    )
  }
  const nudge = (right: number, down: number) => () => onCrop(moveCrop(size, crop, right * STEP, down * STEP))
  const least = getMinCropSize(size)
  return (
    <fieldset className="stack gap-12">
      <legend className="field-label">{t('crop.title')}</legend>
      <div
        ref={window_}
        className={styles.window}
        onPointerDown={grab}
        onPointerMove={drag}
        onPointerUp={() => (held.current = null)}
        onPointerCancel={() => (held.current = null)}>
        <img src={src} alt={t('crop.alt')} draggable={false} style={placeCropImage(size, crop)} />
        {round && <span className={styles.ring} aria-hidden="true" />}
      </div>
      <div className={styles.arrows}>
        <IconButton disc label={t('crop.left')} onClick={nudge(-1, 0)}>
          <ArrowLeft className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton disc label={t('crop.up')} onClick={nudge(0, -1)}>
          <ArrowUp className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton disc label={t('crop.down')} onClick={nudge(0, 1)}>
          <ArrowDown className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton disc label={t('crop.right')} onClick={nudge(1, 0)}>
          <ArrowRight className="icon" aria-hidden="true" />
        </IconButton>
      </div>
      {least < 1 && (
        <SliderField
          label={t('crop.zoom')}
          least={0}
          most={100}
          value={Math.round(toPercent(1 - crop.size, 1 - least))}
          onChange={(zoom) => onCrop(zoomCrop(size, crop, 1 - (zoom / toPercent(1)) * (1 - least)))}
        />
      )}
    </fieldset>
  )
}

export type Size = { width: number; height: number }

const shorter = ({ width, height }: Size) => Math.min(width, height)
const sideIn = (picture: Size, size: number) => ({
  x: (size * shorter(picture)) / picture.width,
  y: (size * shorter(picture)) / picture.height,
})

/** Returns the minimum crop size: at least 600 pixels and a quarter. */
export const getMinCropSize = (picture: Size): number => Math.min(1, Math.max(0.25, photoPixels / shorter(picture)))

/** Limits the square to the picture. */
function inside(picture: Size, crop: Crop): Crop {
  const size = Math.min(1, Math.max(getMinCropSize(picture), crop.size))
  const side = sideIn(picture, size)
  const hold = (at: number, part: number) => Math.max(0, Math.min(1 - part, at))
  return { x: hold(crop.x, side.x), y: hold(crop.y, side.y), size }
}

/** Returns the default crop: the largest square, slightly above the centre, where faces are. */
export function createFirstCrop(picture: Size): Crop {
  const side = sideIn(picture, 1)
  return inside(picture, { x: (1 - side.x) / 2, y: (1 - side.y) / 3, size: 1 })
}

export function moveCrop(picture: Size, crop: Crop, right: number, down: number): Crop {
  const side = sideIn(picture, crop.size)
  return inside(picture, { ...crop, x: crop.x + right * side.x, y: crop.y + down * side.y })
}

/** Resizes the square around its centre. */
export function zoomCrop(picture: Size, crop: Crop, size: number): Crop {
  const before = sideIn(picture, crop.size)
  const next = Math.min(1, Math.max(getMinCropSize(picture), size))
  const after = sideIn(picture, next)
  return inside(picture, { x: crop.x + (before.x - after.x) / 2, y: crop.y + (before.y - after.y) / 2, size: next })
}

/** Returns the CSS of a picture behind a square crop window, in per cent of the window. */
export function placeCropImage(picture: Size, crop: Crop): { width: string; left: string; top: string } {
  const side = sideIn(picture, crop.size)
  const share = (part: number) => `${toPercent(part).toFixed(3)}%`
  return { width: share(1 / side.x), left: share(-crop.x / side.x), top: share(-crop.y / side.y) }
}
