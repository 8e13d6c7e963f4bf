import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { OwnMedia } from '#contract/providers/albums.ts'
import type { LookTag } from '#contract/looks/vocabulary.ts'
import { say } from '#contract/words.ts'
import { sharedWords } from '#web/platform/shared-words.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'
import { AlbumTags } from './album-tags.tsx'
import { Badge } from '#web/ui/badge.tsx'
import dashboardStyles from '#web/dashboard/dashboard.module.css'

interface PictureDialogProps {
  media: OwnMedia
  n: number
  m: number
  cover: boolean
  busy: boolean
  onMove: (position: number) => void
  onCover: () => void
  onDescribe: (alt: string) => void
  /** The name of the album, which suggests tags. */
  album: string
  onTag: (change: { add: LookTag[]; remove: LookTag[] }) => void
  onDelete: () => void
  onClose: () => void
}

/** What can be done with one picture without dragging: move, describe, make cover, delete. */
export function PictureDialog({
  media,
  n,
  m,
  cover,
  busy,
  onMove,
  onCover,
  onDescribe,
  album,
  onTag,
  onDelete,
  onClose,
}: PictureDialogProps) {
  const t = useDashboardWords()
  const [alt, setAlt] = useState(media.alt)
  const [wrong, setWrong] = useState(false)
  const [tags, setTags] = useState<LookTag[]>(media.tags)
  const describe = (event: FormEvent) => {
    event.preventDefault()
    setWrong(alt.trim() === '')
    if (alt.trim() !== '') onDescribe(alt.trim())
  }
  const steps = [
    ['palb.move.first', 0, n === 1],
    ['palb.move.back', n - 2, n === 1],
    ['palb.move.on', n, n === m],
    ['palb.move.last', m - 1, n === m],
  ] as const
  return (
    <Dialog open onClose={onClose} label={media.alt} className={dashboardStyles.pictureDialog}>
      <div className="row space-between">
        <h2 className="heading-3">{t('palb.position', { n }).replace(/^p/, 'P')}</h2>
        <IconButton label={t('pd.close')} onClick={onClose}>
          <X className="icon icon-large" aria-hidden="true" />
        </IconButton>
      </div>
      <Pan className={dashboardStyles.frame} src={media.src} alt="" />
      <div className="stack gap-8">
        <span className="field-label" id="move-picture">
          {t('palb.move')}
        </span>
        <div className="row gap-8 wrapping" role="group" aria-labelledby="move-picture">
          {steps.map(([word, to, off]) => (
            <Button
              key={word}
              kind="secondary"
              size="small"
              aria-disabled={off || busy || undefined}
              onClick={() => !off && !busy && onMove(to)}>
              {t(word)}
            </Button>
          ))}
        </div>
        <p className="visually-hidden" role="status">
          {t('palb.moved', { n, m })}
        </p>
      </div>
      <form className="stack gap-8" onSubmit={describe} noValidate>
        <TextField
          label={t('palb.alt')}
          value={alt}
          maxLength={200}
          error={wrong ? say(sharedWords['field.required'], { Name: t('palb.alt.name') }) : null}
          onChange={(event) => setAlt(event.target.value)}
        />
        <div>
          <Button type="submit" kind="secondary" size="small" loading={busy}>
            {t('palb.alt.save')}
          </Button>
        </div>
      </form>
      <section className="stack gap-8" aria-labelledby="picture-tags">
        <h3 className="field-label" id="picture-tags">
          {t('palb.tags')}
        </h3>
        <AlbumTags title={album} tags={tags} onChange={setTags} />
        <div>
          <Button
            kind="secondary"
            size="small"
            loading={busy}
            onClick={() =>
              onTag({
                add: tags.filter((tag) => !media.tags.includes(tag)),
                remove: media.tags.filter((tag) => !tags.includes(tag)),
              })
            }>
            {t('palb.tags.save')}
          </Button>
        </div>
      </section>
      <div className="row gap-8 wrapping space-between">
        {cover ? (
          <Badge look="accent">{t('palb.cover')}</Badge>
        ) : (
          <Button kind="secondary" size="small" onClick={onCover}>
            {t('palb.makeCover')}
          </Button>
        )}
        <Button kind="danger" size="small" onClick={onDelete}>
          {t('palb.delete')}
        </Button>
      </div>
    </Dialog>
  )
}
