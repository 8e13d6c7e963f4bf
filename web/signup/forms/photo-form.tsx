import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Check, X } from 'lucide-react'
import { type PointerEvent, useRef } from 'react'
import { toPercent } from '#contract/format.ts'
import { getSiteDrawingUrl } from '#contract/pictures/drawn.ts'
import { photoPixels } from '#contract/providers/profile-rules.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { PictureError, preparePicture } from '#web/platform/pictures/upload-picture.ts'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { signupMessages } from '#web/signup/signup-messages.ts'
import { IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { SliderField } from '#web/ui/fields/slider.tsx'
import { Note } from '#web/ui/note.tsx'
import { Dabs } from '#web/ui/pictures/dabs.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import styles from './photo-form.module.css'
import { PictureDrop } from './picture-drop.tsx'
import { useForm } from '#web/platform/use-form.ts'
import type { ProfileFormProps } from './profile-form.tsx'

type Chosen = { fileUrl: string; size: Size; crop: Crop }

export function PhotoForm({ id, profile, onSaved, onState, onPreview }: ProfileFormProps) {
  const t = createTranslator(signupMessages, profile.countryCode)
  const w = createTranslator(sharedMessages)
  const { pending: sending, run } = useForm()
  const { draft, change, errors, formError, submit, form, setErrors } = useForm({
    start: { chosen: null as Chosen | null },
    onSaved,
    onState,
    send: async ({ chosen }) =>
      chosen ? browserApi().providerProfile.photo({ fileUrl: chosen.fileUrl, crop: chosen.crop }) : profile,
    check: ({ chosen }): Record<string, string> => (chosen || profile.photo ? {} : { photo: t('step10.missing') }),
  })
  const { chosen } = draft
  const take = async (file: File) => {
    setErrors({})
    await run(async () => {
      try {
        const { dataUri, size } = await preparePicture(file)
        if (size && Math.min(size.width, size.height) < photoPixels)
          return setErrors({ photo: t('step10.error.small') })
        const { fileUrl } = await browserApi().uploads.send({ fileName: 'photos', dataUri })
        const known = size ?? (await sizeOf(fileUrl))
        change({ chosen: { fileUrl, size: known, crop: createFirstCrop(known) } })
        onPreview?.({ photo: { src: fileUrl, alt: profile.name } })
      } catch (error) {
        const words = { size: t('step10.error.size'), type: t('step10.error.type'), broken: w('field.file.broken') }
        setErrors({
          photo:
            error instanceof PictureError
              ? words[error.problem]
              : navigator.onLine && error instanceof Error
                ? error.message
                : w('field.file.failed', { file: file.name }),
        })
      }
    })
  }
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack gap-24">
      {formError && <Note kind="error">{formError}</Note>}
      <div className="card pad-24 stack">
        {chosen ? (
          <Cropper
            chosen={chosen}
            profileCountry={profile.countryCode}
            onCrop={(crop) => change({ chosen: { ...chosen, crop } })}
          />
        ) : (
          profile.photo && (
            <div className={styles.photoKept}>
              <Picture src={profile.photo.src} alt={profile.photo.alt} width={240} height={240} />
              <p className="row gap-6 small">
                <Check className="icon" aria-hidden="true" />
                {t('step10.done')}
              </p>
            </div>
          )
        )}
        <PictureDrop
          label={t('step10.drop')}
          choose={t('step10.choose')}
          limits={t('step10.limits')}
          name="photo"
          error={errors['photo']}
          busy={sending}
          camera={{ label: t('step10.camera'), facing: 'user' }}
          onFiles={([file]) => take(file)}
        />
        <div role="status">
          {sending && (
            <p className="row gap-8 muted">
              <Dabs />
              {t('step10.sending')}
            </p>
          )}
        </div>
      </div>
      <div className={styles.example}>
        <Picture src={getSiteDrawingUrl('photo-1')} alt="" width={120} height={120} />
        <div className="stack gap-8">
          <p>{t('step10.why')}</p>
          <p className="small muted">{t('step10.example')}</p>
        </div>
      </div>
      <ul className="stack gap-8">
        <li className="row gap-8">
          <Check className={joinClasses('icon', styles.good)} aria-hidden="true" />
          {t('step10.good')}
        </li>
        <li className="row gap-8">
          <X className={joinClasses('icon', styles.poor)} aria-hidden="true" />
          {t('step10.poor')}
        </li>
      </ul>
    </form>
  )
}

const sizeOf = (src: string): Promise<Size> =>
  new Promise((resolve, reject) => {
    const img = new Image()
    img.onload = () => resolve({ width: img.naturalWidth, height: img.naturalHeight })
    img.onerror = () => reject(new Error('the upload returned no picture'))
    img.src = src
  })

const STEP = 0.08

/** A square crop window: drag, move buttons and zoom slider. */
function Cropper({
  chosen,
  profileCountry,
  onCrop,
}: {
  chosen: Chosen
  profileCountry: 'AU' | 'US' | 'GB' | 'CA'
  onCrop: (crop: Crop) => void
}) {
  const t = createTranslator(signupMessages, profileCountry)
  const window_ = useRef<HTMLDivElement>(null)
  const held = useRef<{ x: number; y: number; crop: Crop } | null>(null)
  const { size, crop } = chosen
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
      <legend className="field-label">{t('step10.crop')}</legend>
      <div
        ref={window_}
        className={styles.crop}
        onPointerDown={grab}
        onPointerMove={drag}
        onPointerUp={() => (held.current = null)}
        onPointerCancel={() => (held.current = null)}>
        <img src={chosen.fileUrl} alt={t('step10.alt')} draggable={false} style={placeCropImage(size, crop)} />
        <span className={styles.cropRing} aria-hidden="true" />
      </div>
      <div className="row gap-8 wrapping">
        <IconButton disc label={t('step10.left')} onClick={nudge(-1, 0)}>
          <ArrowLeft className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton disc label={t('step10.up')} onClick={nudge(0, -1)}>
          <ArrowUp className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton disc label={t('step10.down')} onClick={nudge(0, 1)}>
          <ArrowDown className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton disc label={t('step10.right')} onClick={nudge(1, 0)}>
          <ArrowRight className="icon" aria-hidden="true" />
        </IconButton>
      </div>
      {least < 1 && (
        <SliderField
          label={t('step10.zoom')}
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
/** The visible square: left and top as fractions of the picture, size as a fraction of the shorter side. */
export type Crop = { x: number; y: number; size: number }

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
