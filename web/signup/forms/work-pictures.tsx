import { ArrowLeft, ArrowRight, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { getSiteDrawingUrl } from '#contract/pictures/drawn.ts'
import type { ProviderAlbum } from '#contract/providers/albums.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import type { PictureHint } from '#web/platform/pictures/picture-quality.ts'
import { usePictureQueue } from '#web/platform/pictures/picture-queue.ts'
import { PictureHints, QueuedPictureItem } from '#web/platform/pictures/queued-picture.tsx'
import { useForm } from '#web/platform/use-form.ts'
import { signupMessages } from '#web/signup/signup-messages.ts'
import { IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { SortablePictures } from '#web/ui/pictures/sortable-pictures.tsx'
import { revealElement } from '#web/ui/reveal.ts'
import { PictureDrop } from './picture-drop.tsx'
import styles from './work-pictures.module.css'

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
  /** Called when three pictures are there and no chosen picture is left to upload. Only submission waits for that. */
  onDone?: () => void
}

/** Asks for three pictures of work. Uploads go into an album at once; missing ones are required before submission. */
export function WorkPictures({ profile, onAdded, onDone }: Props) {
  const t = createTranslator(signupMessages, profile.countryCode)
  const [album, setAlbum] = useState<ProviderAlbum | null>(null)
  // Pictures of other albums count too, such as those imported from another site.
  const [others, setOthers] = useState(profile.pictures)
  const [hints, setHints] = useState<Readonly<Record<string, readonly PictureHint[]>>>({})
  const [agreed, setAgreed] = useState(false)
  const [consentMissing, setConsentMissing] = useState(false)
  const { run } = useForm({ toasts: true })
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    let here = true
    // Two steps show this section, one of them only if pictures are missing, so neither loader reads the album.
    void run(async () => {
      const { albums, pictures } = await browserApi().albums.list({})
      if (!here || !albums[0]) return
      setAlbum(albums[0])
      setOthers(pictures - albums[0].media.length)
    })
    return () => {
      here = false
    }
  }, [run])

  const media = album?.media ?? []
  const count = Math.min(wanted.length, others + media.length)
  const albumId = useRef<string | null>(null)
  const added = useRef(0)
  const pictures = usePictureQueue({
    folder: 'albums',
    onUploaded: async (one, fileUrl) => {
      albumId.current ??= album?._id ?? (await createAlbum(t('step10.work.album'), setAlbum))
      const n = profile.pictures + ++added.current
      const alt = t('step10.work.alt', { n, name: profile.name })
      const { media: picture } = await browserApi().albums.addMedia({
        albumId: albumId.current,
        fileUrl,
        alt,
        consent: true,
      })
      setHints((now) => ({ ...now, [picture._id]: one.hints }))
      setAlbum((now) => now && { ...now, media: [...now.media, picture] })
      onAdded?.(fileUrl)
    },
  })
  const { queue, sending, choose, send } = pictures
  const finished = count === wanted.length && queue.length === 0 && !sending
  const wasFinished = useRef(finished)
  useEffect(() => {
    if (finished && !wasFinished.current) onDone?.()
    wasFinished.current = finished
  }, [finished, onDone])

  const take = async (files: File[]) => {
    await choose(files)
    if (agreed) return send()
    setConsentMissing(true)
    revealElement(section.current?.querySelector('input'))
  }
  const agree = (now: boolean) => {
    setAgreed(now)
    setConsentMissing(false)
    if (now) void send()
  }
  const find = (selector: string) => section.current?.querySelector<HTMLElement>(selector)
  const move = (id: string, position: number, button?: string) =>
    run(
      async () => {
        if (!album) return
        setAlbum((await browserApi().albums.changeMedia({ albumId: album._id, mediaId: id, position })).album)
      },
      // The list moves the pressed button in the page, which takes the focus away.
      button ? { reveal: () => find(`[data-picture="${id}"] [data-act="${button}"]`) } : {},
    )
  const remove = (id: string) =>
    run(
      async () => {
        if (!album) return
        setAlbum((await browserApi().albums.removeMedia({ albumId: album._id, mediaId: id })).album)
      },
      { reveal: () => find('[role="status"]') },
    )
  return (
    <section ref={section} className="card pad-24 stack" aria-labelledby="work-pictures">
      <div className="stack gap-8">
        <h2 className={joinClasses('heading-3', styles.title)} id="work-pictures">
          {t('step10.work')}
        </h2>
        <p>{t('step10.work.why')}</p>
        {!onDone && <p className="small muted">{t('step10.work.later')}</p>}
      </div>
      <SortablePictures
        label={t('step10.work.album')}
        pictures={media}
        frame="wide"
        onMove={move}
        renderTile={(picture, index) => {
          const place = { n: index + 1 }
          const steps = [
            { word: 'step10.work.earlier', Icon: ArrowLeft, to: index - 1, off: index === 0 },
            { word: 'step10.work.on', Icon: ArrowRight, to: index + 1, off: index === media.length - 1 },
          ] as const
          return (
            <>
              <IconButton
                disc
                className={styles.remove}
                label={t('step10.work.remove', place)}
                onClick={() => remove(picture._id)}>
                <X className="icon" aria-hidden="true" />
              </IconButton>
              <div className={styles.steps}>
                {steps.map(({ word, Icon, to, off }) => (
                  <IconButton
                    key={word}
                    data-act={word}
                    aria-disabled={off || undefined}
                    label={t(word, place)}
                    onClick={() => !off && move(picture._id, to, word)}>
                    <Icon className="icon" aria-hidden="true" />
                  </IconButton>
                ))}
              </div>
              <PictureHints hints={hints[picture._id] ?? []} />
            </>
          )
        }}>
        <li className={media.length > 0 ? styles.addTile : styles.addFirst}>
          <PictureDrop
            label={t(media.length > 0 ? 'step10.work.more' : 'step10.work.drop')}
            choose={t('step10.work.choose')}
            limits={t('step10.limits')}
            name="work"
            multiple
            small={media.length > 0}
            busy={sending}
            camera={{ label: t('step10.camera'), facing: 'environment' }}
            onFiles={take}
          />
        </li>
        {wanted.slice(media.length > 0 ? count + 1 : count).map(({ what, example }) => (
          <li key={what} className="stack gap-4">
            <Pan className={styles.example} src={getSiteDrawingUrl(example)} alt="" width={200} height={150} />
            <span className="small">{t(what)}</span>
          </li>
        ))}
      </SortablePictures>
      <p className="small bold" role="status">
        {count < wanted.length ? t('step10.work.count', { n: count }) : t('step10.work.full')}
      </p>
      <div className="stack gap-4">
        <Checkbox
          checked={agreed}
          aria-invalid={consentMissing || undefined}
          aria-describedby={consentMissing ? 'work-consent' : undefined}
          onChange={(event) => agree(event.target.checked)}>
          {t('step10.work.consent')}
        </Checkbox>
        {consentMissing && <FieldError id="work-consent">{t('step10.work.consent.needed')}</FieldError>}
      </div>
      {queue.length > 0 && (
        <ul className="stack" aria-label={t('step10.work.chosen')}>
          {queue.map((one) => (
            <QueuedPictureItem key={one.key} one={one} pictures={pictures} />
          ))}
        </ul>
      )}
    </section>
  )
}

async function createAlbum(title: string, onCreated: (album: ProviderAlbum) => void): Promise<string> {
  const { album } = await browserApi().albums.create({ title })
  onCreated(album)
  return album._id
}
