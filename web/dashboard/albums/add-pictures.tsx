import { type FormEvent, useId, useRef, useState } from 'react'
import type { LookTag } from '#contract/looks/vocabulary.ts'
import type { AlbumPicture } from '#contract/providers/albums.ts'
import { formatMessage } from '#contract/i18n/messages.ts'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { findFirstGap, listUnsent, type QueuedPicture, usePictureQueue } from '#web/platform/pictures/picture-queue.ts'
import { QueuedPictureItem } from '#web/platform/pictures/queued-picture.tsx'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError, TextField } from '#web/ui/fields/field.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { revealAfterRender, revealElement } from '#web/ui/reveal.ts'
import { AlbumTags } from './album-dialogs.tsx'

/** Pictures for an album: chosen, described and consented, then uploaded. */
export function useChosenPictures(albumId: string, onAdded: (media: AlbumPicture) => void) {
  const t = useDashboardMessages()
  // Common tags, because pictures chosen together are mostly of one job.
  const [tags, setTags] = useState<LookTag[]>([])
  const first = useRef<string | null>(null)
  const pictures = usePictureQueue({
    folder: 'albums',
    canSend: (one) => findFirstGap([one]) === null,
    onUploaded: async (one, fileUrl) => {
      const added = { albumId, fileUrl, alt: one.alt.trim(), tags, consent: true } as const
      const { media } = await browserApi().albums.addMedia(added)
      first.current ??= media._id
      onAdded(media)
    },
    onSent: (n) => {
      showToast('success', t('toast.upload.done', { n }))
      const id = first.current
      first.current = null
      // A picture that failed stays in the form, which is in view.
      revealAfterRender(() => document.querySelector<HTMLElement>(`[data-picture="${id}"] [aria-haspopup]`))
    },
  })
  return { ...pictures, tags, setTags }
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
  chosen,
}: {
  one: QueuedPicture
  checked: boolean
  chosen: ReturnType<typeof useChosenPictures>
}) {
  const t = useDashboardMessages()
  const id = useId()
  const still = one.state === 'chosen' || one.state === 'failed'
  const gaps = checked && still
  return (
    <QueuedPictureItem one={one} pictures={chosen}>
      {still && (
        <>
          <TextField
            name="alt"
            label={t('albums.alt')}
            value={one.alt}
            maxLength={200}
            onChange={(event) => chosen.set(one.key, { alt: event.target.value })}
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
            onChange={(event) => chosen.set(one.key, { consent: event.target.checked })}>
            {t('albums.consent')}
          </Checkbox>
          {gaps && !one.consent && <FieldError id={`${id}-consent`}>{t('albums.consent.needed')}</FieldError>}
        </>
      )}
    </QueuedPictureItem>
  )
}
