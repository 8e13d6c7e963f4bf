import { CircleAlert, X } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { toPercent } from '#contract/format.ts'
import type { LookTag } from '#contract/looks/vocabulary.ts'
import type { AlbumPicture } from '#contract/providers/albums.ts'
import { formatMessage } from '#contract/i18n/messages.ts'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { sendPicture, shrinkPicture } from '#web/platform/pictures/upload-picture.ts'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import fieldStyles from '#web/ui/fields/field.module.css'
import { FieldError, TextField } from '#web/ui/fields/field.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import pictureStyles from '#web/ui/pictures/picture.module.css'
import { revealElement } from '#web/ui/reveal.ts'
import styles from './add-pictures.module.css'
import { AlbumTags } from './album-dialogs.tsx'

const refusedWords = { size: 'field.file.size', type: 'field.file.type' } as const

/** Queue of pictures for an album: chosen, described and consented, then uploaded one at a time with progress. */
export function useChosenPictures(albumId: string, onAdded: (media: AlbumPicture) => void) {
  const t = useDashboardMessages()
  const [queue, setQueue] = useState<QueuedPicture[]>([])
  // Common tags, because pictures chosen together are mostly of one job.
  const [tags, setTags] = useState<LookTag[]>([])
  const { pending: sending, run } = useForm()
  const previews = useRef(new Set<string>())
  useEffect(
    () => () => {
      for (const url of previews.current) URL.revokeObjectURL(url)
    },
    [],
  )

  const choose = async (files: Iterable<File>) => {
    // biome-ignore lint/nursery/noUselessSpread: clearing the file input empties its live list.
    for (const file of [...files]) {
      const preview = URL.createObjectURL(file)
      previews.current.add(preview)
      const shrunk = await shrinkPicture(file)
      const refused = 'refused' in shrunk ? shrunk.refused : null
      setQueue((now) => [
        ...now,
        {
          key: crypto.randomUUID(),
          name: file.name,
          blob: 'blob' in shrunk ? shrunk.blob : null,
          preview,
          alt: '',
          consent: false,
          share: 0,
          fileUrl: null,
          state: refused ? 'refused' : 'chosen',
          error: refused && formatMessage(sharedMessages[refusedWords[refused]]),
        },
      ])
    }
  }
  const set = (key: string, change: Partial<QueuedPicture>) => setQueue((now) => updateChosen(now, key, change))
  const remove = (key: string) => setQueue((now) => removeChosen(now, key))

  const sendOne = async (one: QueuedPicture): Promise<boolean> => {
    set(one.key, { state: 'sending', error: null, share: 0 })
    try {
      const fileUrl = one.fileUrl ?? (await sendPicture(one.blob as Blob, 'albums', (share) => set(one.key, { share })))
      set(one.key, { fileUrl, share: 1 })
      const { media } = await browserApi().albums.addMedia({
        albumId,
        fileUrl,
        alt: one.alt.trim(),
        tags,
        consent: true,
      })
      remove(one.key)
      onAdded(media)
      return true
    } catch (error) {
      const lost = !(error instanceof ApiError) || error.status === 0
      set(one.key, {
        state: 'failed',
        error: lost ? formatMessage(sharedMessages['field.file.failed'], { file: one.name }) : error.message,
      })
      return false
    }
  }
  const send = async (only?: string) => {
    const done = await run(async () => {
      let added = 0
      for (const one of listUnsent(queue)) if (!only || one.key === only) added += (await sendOne(one)) ? 1 : 0
      return added
    })
    if (done && done.answer > 0) showToast('success', t('toast.upload.done', { n: done.answer }))
  }
  return { queue, sending, choose, set, remove, send, tags, setTags }
}

export function ChosenPictures({ chosen, title }: { chosen: ReturnType<typeof useChosenPictures>; title: string }) {
  const t = useDashboardMessages()
  const { queue, sending, send } = chosen
  const [checked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const toSend = listUnsent(queue).length
  if (queue.length === 0) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const gap = findFirstGap(queue)
    setChecked(gap !== null)
    if (gap) revealElement(form.current?.querySelector<HTMLElement>(`[data-key="${gap.key}"] [name="${gap.field}"]`))
    else send()
  }
  return (
    <form ref={form} className="card pad-24 stack" aria-labelledby="chosen-pictures" noValidate onSubmit={submit}>
      <h2 className="heading-3" id="chosen-pictures">
        {t('albums.chosen')}
      </h2>
      <ul className="stack">
        {queue.map((one) => (
          <ChosenPicture key={one.key} one={one} checked={checked} chosen={chosen} />
        ))}
      </ul>
      {toSend > 0 && (
        <section className="stack gap-8" aria-labelledby="chosen-tags">
          <h3 className="title" id="chosen-tags">
            {t('albums.tags.these')}
          </h3>
          <AlbumTags title={title} tags={chosen.tags} onChange={chosen.setTags} />
        </section>
      )}
      {toSend > 0 && (
        <div>
          <Button type="submit" loading={sending}>
            {t('albums.send', { n: toSend })}
          </Button>
        </div>
      )}
    </form>
  )
}

function ChosenPicture({
  one,
  checked,
  chosen: { set, remove, send, sending },
}: {
  one: QueuedPicture
  checked: boolean
  chosen: ReturnType<typeof useChosenPictures>
}) {
  const t = useDashboardMessages()
  const id = useId()
  const sent = Math.round(toPercent(one.share))
  const still = one.state === 'chosen' || one.state === 'failed'
  const gaps = checked && still
  return (
    <li className={styles.chosenPicture} data-key={one.key}>
      <div className={joinClasses(pictureStyles.frame, styles.frame)}>
        <img
          src={one.preview}
          alt=""
          className={pictureStyles.image}
          onError={(event) => event.currentTarget.remove()}
        />
      </div>
      <div className="stack gap-8 grow">
        <div className="row space-between">
          <b className={joinClasses('bold', styles.fileName)}>{one.name}</b>
          {one.state !== 'sending' && (
            <IconButton label={t('albums.remove', { file: one.name })} onClick={() => remove(one.key)}>
              <X className="icon" aria-hidden="true" />
            </IconButton>
          )}
        </div>
        {still && (
          <>
            <TextField
              name="alt"
              label={t('albums.alt')}
              value={one.alt}
              maxLength={200}
              onChange={(event) => set(one.key, { alt: event.target.value })}
              error={
                gaps && one.alt.trim() === ''
                  ? formatMessage(sharedMessages['field.required'], { Name: t('albums.alt.name') })
                  : null
              }
            />
            <Checkbox
              name="consent"
              checked={one.consent}
              aria-describedby={gaps && !one.consent ? `${id}-consent` : undefined}
              onChange={(event) => set(one.key, { consent: event.target.checked })}>
              {t('albums.consent')}
            </Checkbox>
            {gaps && !one.consent && <FieldError id={`${id}-consent`}>{t('albums.consent.needed')}</FieldError>}
          </>
        )}
        {one.state === 'sending' && (
          <div className="stack gap-4">
            <span className="small muted" role="status">
              {t('loader.upload', { file: one.name, percent: String(sent) })}
            </span>
            <progress max={100} value={sent} aria-label={one.name} />
          </div>
        )}
        {one.error && (
          <p className={fieldStyles.error} role="alert">
            <CircleAlert className="icon" aria-hidden="true" />
            {one.error}
          </p>
        )}
        {one.state === 'failed' && (
          <div>
            <Button kind="secondary" size="small" disabled={sending} onClick={() => send(one.key)}>
              {t('toast.retry')}
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}

export type QueuedPicture = {
  key: string
  name: string
  /** The upload; null if the file is unusable. */
  blob: Blob | null
  preview: string
  alt: string
  consent: boolean
  state: 'chosen' | 'sending' | 'failed' | 'refused'
  /** Progress from 0 to 1. */
  share: number
  error: string | null
  /** Set once uploaded, so that a retry sends only what is missing. */
  fileUrl: string | null
}

export const updateChosen = (
  queue: readonly QueuedPicture[],
  key: string,
  change: Partial<QueuedPicture>,
): QueuedPicture[] => queue.map((one) => (one.key === key ? { ...one, ...change } : one))

export const removeChosen = (queue: readonly QueuedPicture[], key: string): QueuedPicture[] =>
  queue.filter((one) => one.key !== key)

/** Returns the pictures to upload, without unusable files. */
export const listUnsent = (queue: readonly QueuedPicture[]): QueuedPicture[] =>
  queue.filter(({ state }) => state === 'chosen' || state === 'failed')

/** Returns the first picture with a missing field, and that field; null if complete. */
export function findFirstGap(queue: readonly QueuedPicture[]): { key: string; field: 'alt' | 'consent' } | null {
  for (const one of listUnsent(queue)) {
    if (one.alt.trim() === '') return { key: one.key, field: 'alt' }
    if (!one.consent) return { key: one.key, field: 'consent' }
  }
  return null
}
