import { X } from 'lucide-react'
import { useState } from 'react'
import type { OwnAlbum } from '#contract/providers/albums.ts'
import type { LookTag } from '#contract/looks/vocabulary.ts'
import { tagsText } from '#web/search/looks/tags-text.ts'
import { useDashboardWords, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { classes } from '#web/ui/class-names.ts'
import dashboardStyles from '#web/dashboard/dashboard.module.css'
import { AlbumTags } from './album-tags.tsx'
import styles from './tag-dialog.module.css'

interface TagDialogProps {
  album: OwnAlbum
  busy: boolean
  refused: string | null
  onTag: (mediaIds: string[], change: { add?: LookTag[]; remove?: LookTag[] }) => void
  onClose: () => void
}

/** Tags several pictures of an album at once: which ones, which tags, put on or taken off. */
export function TagDialog({ album, busy, refused, onTag, onClose }: TagDialogProps) {
  const t = useDashboardWords()
  const country = useOwn().profile.countryCode
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [tags, setTags] = useState<LookTag[]>([])
  const [missing, setMissing] = useState<'pictures' | 'tags' | null>(null)
  const all = album.media.map(({ _id }) => _id)
  const whole = chosen.length === all.length
  const send = (change: 'add' | 'remove') => {
    const gap = chosen.length === 0 ? 'pictures' : tags.length === 0 ? 'tags' : null
    setMissing(gap)
    if (!gap) onTag([...chosen], { [change]: tags })
  }
  return (
    <Dialog open onClose={onClose} label={t('palb.tags.several')} className={dashboardStyles.pictureDialog}>
      <div className="row space-between">
        <h2 className="heading-3">{t('palb.tags.several')}</h2>
        <IconButton label={t('pd.close')} onClick={onClose}>
          <X className="icon icon-large" aria-hidden="true" />
        </IconButton>
      </div>
      <fieldset className="stack gap-8">
        <legend className="field-label">{t('palb.tags.which')}</legend>
        <div>
          <Button kind="secondary" size="small" onClick={() => setChosen(whole ? [] : all)}>
            {t(whole ? 'palb.tags.nothing' : 'palb.tags.everything')}
          </Button>
        </div>
        <ul className={styles.pictures}>
          {album.media.map((media) => (
            <li key={media._id}>
              <Checkbox
                className={styles.picture}
                checked={chosen.includes(media._id)}
                onChange={() =>
                  setChosen(
                    chosen.includes(media._id) ? chosen.filter((id) => id !== media._id) : [...chosen, media._id],
                  )
                }>
                <Pan className={classes(styles.frame)} src={media.src} alt="" width={80} height={100} />
                <span className="small">
                  {media.alt}
                  {media.tags.length > 0 && <span className="muted">{` (${tagsText(media.tags, country)})`}</span>}
                </span>
              </Checkbox>
            </li>
          ))}
        </ul>
      </fieldset>
      <AlbumTags title={album.title} tags={tags} onChange={setTags} />
      {missing && (
        <FieldError>{t(missing === 'pictures' ? 'palb.tags.which.none' : 'palb.tags.none.chosen')}</FieldError>
      )}
      {refused && <FieldError>{refused}</FieldError>}
      <div className="row gap-8 wrapping">
        <Button loading={busy} onClick={() => send('add')}>
          {t('palb.tags.add', { n: chosen.length })}
        </Button>
        <Button kind="secondary" disabled={busy} onClick={() => send('remove')}>
          {t('palb.tags.remove')}
        </Button>
      </div>
    </Dialog>
  )
}
