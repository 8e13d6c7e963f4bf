import { Check, X } from 'lucide-react'
import { getSiteDrawingUrl } from '#contract/pictures/drawn.ts'
import { photoPixels } from '#contract/providers/profile-rules.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { minWorkPictures } from '#contract/signup/signup-steps.ts'
import type { Crop } from '#contract/pictures/uploads.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createFirstCrop, Cropper, type Size } from '#web/platform/pictures/cropper.tsx'
import { PictureError, preparePicture } from '#web/platform/pictures/upload-picture.ts'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { signupMessages } from '#web/signup/signup-messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
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
            src={chosen.fileUrl}
            size={chosen.size}
            crop={chosen.crop}
            round
            onCrop={(crop) => change({ chosen: { ...chosen, crop } })}
          />
        ) : (
          profile.photo && (
            <div className={styles.photoKept}>
              <Picture src={profile.photo.src} alt={profile.photo.alt} width={240} height={240} />
              {profile.pictures >= minWorkPictures && (
                <p className="row gap-6 small">
                  <Check className="icon" aria-hidden="true" />
                  {t('step10.done')}
                </p>
              )}
            </div>
          )
        )}
        <PictureDrop
          label={t(chosen || profile.photo ? 'step10.another' : 'step10.drop')}
          small={chosen !== null || profile.photo !== null}
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
      {(chosen || !profile.photo) && (
        <>
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
        </>
      )}
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
