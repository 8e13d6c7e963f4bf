import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import { getSiteDrawingUrl } from '#contract/pictures/drawn.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { PictureError, preparePicture } from '#web/platform/pictures/upload-picture.ts'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { useForm } from '#web/platform/use-form.ts'
import { signupMessages } from '#web/signup/signup-messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { PictureDrop } from './picture-drop.tsx'
import styles from './work-pictures.module.css'
import { revealElement } from '#web/ui/reveal.ts'

/** The three requested pictures, each with an example drawing. */
const wanted = [
  { what: 'step10.work.close', example: 'hero-2' },
  { what: 'step10.work.whole', example: 'hero-1' },
  { what: 'step10.work.day', example: 'happy-3' },
] as const

interface Props {
  profile: EditableProfile
  /** Called with the first picture, for the card beside the form. */
  onAdded?: (src: string) => void
  onDone?: () => void
}

/** Asks for three pictures of work. Uploads go into an album at once; missing ones are required before submission. */
export function WorkPictures({ profile, onAdded, onDone }: Props) {
  const t = createTranslator(signupMessages, profile.countryCode)
  const w = createTranslator(sharedMessages)
  const { pending: sending, run } = useForm()
  const [added, setAdded] = useState<string[]>([])
  const [agreed, setAgreed] = useState(false)
  const [error, setError] = useState<{ at: 'consent' | 'picture'; text: string } | null>(null)
  const section = useRef<HTMLElement>(null)
  const before = Math.min(wanted.length, profile.pictures)
  const count = Math.min(wanted.length, before + added.length)
  const next = wanted[count]
  const take = async (file: File) => {
    if (!next) return
    setError(agreed ? null : { at: 'consent', text: t('step10.work.consent.needed') })
    if (!agreed) return revealElement(section.current?.querySelector('input'))
    await run(async () => {
      try {
        const { dataUri } = await preparePicture(file)
        const { fileUrl } = await browserApi().uploads.send({ fileName: 'albums', dataUri })
        const alt = t('step10.work.alt', { what: t(next.what), name: profile.name })
        await browserApi().albums.addMedia({
          albumId: await getOrCreateAlbum(t('step10.work.album')),
          fileUrl,
          alt,
          consent: true,
        })
        setAdded((now) => [...now, fileUrl])
        onAdded?.(fileUrl)
        if (count + 1 === wanted.length) onDone?.()
      } catch (fault) {
        const words = { size: t('step10.error.size'), type: t('step10.error.type'), broken: w('field.file.broken') }
        const text =
          fault instanceof PictureError
            ? words[fault.problem]
            : navigator.onLine && fault instanceof Error
              ? fault.message
              : w('field.file.failed', { file: file.name })
        setError({ at: 'picture', text })
      }
    })
  }
  return (
    <section ref={section} className="card pad-24 stack" aria-labelledby="work-pictures">
      <div className="stack gap-8">
        <h2 className="heading-3" id="work-pictures">
          {t('step10.work')}
        </h2>
        <p>{t('step10.work.why')}</p>
        <p className="small muted">{t('step10.work.later')}</p>
      </div>
      <ul className={styles.slots}>
        {wanted.map(({ what, example }, index) => {
          const photo = added[index - before]
          return (
            <li key={what} className="stack gap-4">
              <Pan
                className={joinClasses(styles.slot, index >= count && styles.example)}
                src={photo ?? getSiteDrawingUrl(example)}
                alt=""
                width={200}
                height={150}
              />
              <span className="row gap-6 small">
                {index < count && <Check className="icon" aria-hidden="true" />}
                {t(what)}
              </span>
            </li>
          )
        })}
      </ul>
      <p className="small bold" role="status">
        {next ? t('step10.work.count', { n: count }) : t('step10.work.full')}
      </p>
      {next && (
        <>
          <div className="stack gap-4">
            <Checkbox
              checked={agreed}
              aria-invalid={error?.at === 'consent' || undefined}
              aria-describedby={error?.at === 'consent' ? 'work-consent' : undefined}
              onChange={(event) => {
                setAgreed(event.target.checked)
                setError(null)
              }}>
              {t('step10.work.consent')}
            </Checkbox>
            {error?.at === 'consent' && <FieldError id="work-consent">{error.text}</FieldError>}
          </div>
          <PictureDrop
            label={t('step10.work.drop', { what: t(next.what).toLowerCase() })}
            choose={t('step10.choose')}
            limits={t('step10.limits')}
            name="work"
            error={error?.at === 'picture' ? error.text : undefined}
            busy={sending}
            onFile={take}
          />
        </>
      )}
    </section>
  )
}

/** Returns the id of the first album, or creates one with that title. */
async function getOrCreateAlbum(title: string): Promise<number> {
  const { albums } = await browserApi().albums.list({})
  const album = albums[0] ?? (await browserApi().albums.create({ title })).album
  return Number(album._id)
}
