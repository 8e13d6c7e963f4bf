import { Crop as CropIcon, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { suggestTags } from '#contract/looks/suggested-tags.ts'
import { formatTag, type LookTag } from '#contract/looks/vocabulary.ts'
import type { ProviderAlbum, AlbumPicture } from '#contract/providers/albums.ts'
import { formatMessage } from '#contract/i18n/messages.ts'
import type { Crop } from '#contract/pictures/uploads.ts'
import dashboardStyles from '#web/dashboard/dashboard.module.css'
import { useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { createFirstCrop, Cropper } from '#web/platform/pictures/cropper.tsx'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { Pair } from '#web/reviews/before-after/pair.tsx'
import { TagChoice } from '#web/search/looks/tag-choice.tsx'
import { formatTags } from '#contract/looks/vocabulary.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { ToggleChip } from '#web/ui/fields/chips.tsx'
import { Checkbox, Radio } from '#web/ui/fields/choice.tsx'
import { FieldError, TextField } from '#web/ui/fields/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { sortText } from '#web/ui/pictures/sortable-pictures.tsx'
import { revealAfterRender, revealElement } from '#web/ui/reveal.ts'
import styles from './album-dialogs.module.css'

interface AlbumDialogProps {
  title: string
  name: string
  act: string
  busy: boolean
  refused: string | null
  onSave: (name: string) => void
  onClose: () => void
  children?: React.ReactNode
}

/** Name of a new or existing album, with further actions below. */
export function AlbumDialog({ title, name, act, busy, refused, onSave, onClose, children }: AlbumDialogProps) {
  const t = useDashboardMessages()
  const [typed, setTyped] = useState(name)
  const [wrong, setWrong] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const save = (event: FormEvent) => {
    event.preventDefault()
    setWrong(typed.trim() === '')
    if (typed.trim() === '') revealElement(form.current?.querySelector('input'))
    else onSave(typed.trim())
  }
  return (
    <Dialog open onClose={onClose} label={title} className={dashboardStyles.pictureDialog}>
      <div className="row space-between">
        <h2 className="heading-3">{title}</h2>
        <IconButton label={t('dashboard.close')} onClick={onClose}>
          <X className="icon icon-large" aria-hidden="true" />
        </IconButton>
      </div>
      <form ref={form} className="stack" onSubmit={save} noValidate>
        <TextField
          label={t('albums.album.name')}
          value={typed}
          maxLength={80}
          onChange={(event) => setTyped(event.target.value)}
          error={
            wrong && typed.trim() === '' ? formatMessage(sharedMessages['field.required'], { Name: 'Name' }) : refused
          }
        />
        <div>
          <Button type="submit" loading={busy}>
            {act}
          </Button>
        </div>
      </form>
      {children}
    </Dialog>
  )
}

interface PictureDialogProps {
  media: AlbumPicture
  n: number
  m: number
  cover: boolean
  /** The other pictures of the album, for a pair. */
  others: readonly AlbumPicture[]
  busy: boolean
  onMove: (position: number) => void
  onCover: () => void
  onDescribe: (alt: string) => void
  /** Returns whether the crop is saved. Null shows the whole picture. */
  onCrop: (crop: Crop | null) => Promise<boolean>
  onPair: (before: string | null) => void
  album: string
  onTag: (change: { add: LookTag[]; remove: LookTag[] }) => void
  onDelete: () => void
  onClose: () => void
}

/** Actions on a picture without dragging: move, describe, set cover, delete. */
export function PictureDialog({
  media,
  n,
  m,
  cover,
  others,
  busy,
  onMove,
  onCover,
  onDescribe,
  onCrop,
  onPair,
  album,
  onTag,
  onDelete,
  onClose,
}: PictureDialogProps) {
  const t = useDashboardMessages()
  const [alt, setAlt] = useState(media.alt)
  const [wrong, setWrong] = useState(false)
  const [tags, setTags] = useState<LookTag[]>(media.tags)
  const [cropping, setCropping] = useState(false)
  const describe = (event: FormEvent) => {
    event.preventDefault()
    setWrong(alt.trim() === '')
    if (alt.trim() !== '') onDescribe(alt.trim())
  }
  const steps = [
    ['albums.move.first', 0, n === 1],
    ['albums.move.back', n - 2, n === 1],
    ['albums.move.on', n, n === m],
    ['albums.move.last', m - 1, n === m],
  ] as const
  return (
    <Dialog open onClose={onClose} label={media.alt} className={dashboardStyles.pictureDialog}>
      <div className="row space-between">
        <h2 className="heading-3">{t('albums.position', { n }).replace(/^p/, 'P')}</h2>
        <IconButton label={t('dashboard.close')} onClick={onClose}>
          <X className="icon icon-large" aria-hidden="true" />
        </IconButton>
      </div>
      <CropPart media={media} busy={busy} onCrop={onCrop} onOpen={setCropping} />
      <div className="stack gap-16" hidden={cropping}>
        <div className="stack gap-8">
          <span className="field-label" id="move-picture">
            {t('albums.move')}
          </span>
          <div className={styles.moves} role="group" aria-labelledby="move-picture">
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
            {sortText('sort.moved', { n, m })}
          </p>
        </div>
        <form className="stack gap-8" onSubmit={describe} noValidate>
          <TextField
            label={t('albums.alt')}
            value={alt}
            maxLength={200}
            error={wrong ? formatMessage(sharedMessages['field.required'], { Name: t('albums.alt.name') }) : null}
            onChange={(event) => setAlt(event.target.value)}
          />
          <div>
            <Button type="submit" kind="secondary" size="small" loading={busy}>
              {t('albums.alt.save')}
            </Button>
          </div>
        </form>
        <section className="stack gap-8" aria-labelledby="picture-tags">
          <h3 className="field-label" id="picture-tags">
            {t('albums.tags')}
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
              {t('albums.tags.save')}
            </Button>
          </div>
        </section>
        {(others.length > 0 || media.before) && <PairPart media={media} others={others} busy={busy} onPair={onPair} />}
        <div className="row gap-8 wrapping space-between">
          {cover ? (
            <Badge look="accent">{t('albums.cover')}</Badge>
          ) : (
            <Button kind="secondary" size="small" onClick={onCover}>
              {t('albums.makeCover')}
            </Button>
          )}
          <Button kind="danger" size="small" onClick={onDelete}>
            {t('albums.delete')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** The picture, or its crop in place of everything else in the dialog. */
function CropPart({
  media,
  busy,
  onCrop,
  onOpen,
}: Pick<PictureDialogProps, 'media' | 'busy' | 'onCrop'> & { onOpen: (open: boolean) => void }) {
  const t = useDashboardMessages()
  const { original } = media
  const [crop, setCrop] = useState<Crop | null>(null)
  const part = useRef<HTMLDivElement>(null)
  const open = (to: Crop | null) => {
    setCrop(to)
    onOpen(to !== null)
    revealAfterRender(() => part.current?.querySelector('button'))
  }
  const save = async (to: Crop | null) => {
    if (await onCrop(to)) open(null)
  }
  return (
    <div ref={part} className="stack gap-12">
      {original && crop ? (
        <>
          <Cropper src={original.src} size={original} crop={crop} onCrop={setCrop} />
          <div className="row gap-8 wrapping">
            <Button size="small" loading={busy} onClick={() => save(crop)}>
              {t('albums.crop.save')}
            </Button>
            <Button kind="quiet" size="small" onClick={() => open(null)}>
              {t('albums.crop.cancel')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <Pan className={dashboardStyles.frame} src={media.src} alt="" />
          {original && (
            <div className="row gap-8 wrapping">
              <Button kind="secondary" size="small" onClick={() => open(createFirstCrop(original))}>
                <CropIcon className="icon" aria-hidden="true" />
                {t('albums.crop')}
              </Button>
              {media.isCropped && (
                <Button kind="quiet" size="small" loading={busy} onClick={() => save(null)}>
                  {t('albums.crop.whole')}
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </div>
  )
}

function PairPart({ media, others, busy, onPair }: Pick<PictureDialogProps, 'media' | 'others' | 'busy' | 'onPair'>) {
  const t = useDashboardMessages()
  const [chosen, setChosen] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const before = others.find(({ _id }) => _id === media.before)
  const save = () => {
    setMissing(chosen === null)
    if (chosen) onPair(chosen)
  }
  return (
    <section className="stack gap-8" aria-labelledby="picture-pair">
      <h3 className="field-label" id="picture-pair">
        {t('albums.pair')}
      </h3>
      {before ? (
        <>
          <Pair pair={{ before, after: media }} name={media.alt} />
          <div>
            <Button kind="secondary" size="small" loading={busy} onClick={() => onPair(null)}>
              {t('albums.pair.remove')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="small muted">{t('albums.pair.text')}</p>
          <details>
            <summary>{t('albums.pair.which')}</summary>
            <fieldset className="stack gap-8">
              <legend className="visually-hidden">{t('albums.pair.which')}</legend>
              <ul className={styles.pictures}>
                {others.map(({ _id, src, alt }) => (
                  <li key={_id}>
                    <Radio
                      name="before"
                      className={styles.picture}
                      checked={chosen === _id}
                      onChange={() => {
                        setChosen(_id)
                        setMissing(false)
                      }}>
                      <Pan className={styles.frame} src={src} alt="" width={80} height={100} />
                      <span className="small">{alt}</span>
                    </Radio>
                  </li>
                ))}
              </ul>
              {missing && <FieldError>{t('albums.pair.none')}</FieldError>}
              <div>
                <Button kind="secondary" size="small" loading={busy} onClick={save}>
                  {t('albums.pair.save')}
                </Button>
              </div>
            </fieldset>
          </details>
        </>
      )}
    </section>
  )
}

interface TagDialogProps {
  album: ProviderAlbum
  busy: boolean
  refused: string | null
  onTag: (mediaIds: string[], change: { add?: LookTag[]; remove?: LookTag[] }) => void
  onClose: () => void
}

export function TagDialog({ album, busy, refused, onTag, onClose }: TagDialogProps) {
  const t = useDashboardMessages()
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
    <Dialog open onClose={onClose} label={t('albums.tags.several')} className={dashboardStyles.pictureDialog}>
      <div className="row space-between">
        <h2 className="heading-3">{t('albums.tags.several')}</h2>
        <IconButton label={t('dashboard.close')} onClick={onClose}>
          <X className="icon icon-large" aria-hidden="true" />
        </IconButton>
      </div>
      <fieldset className="stack gap-8">
        <legend className="field-label">{t('albums.tags.which')}</legend>
        <div>
          <Button kind="secondary" size="small" onClick={() => setChosen(whole ? [] : all)}>
            {t(whole ? 'albums.tags.nothing' : 'albums.tags.everything')}
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
                <Pan className={joinClasses(styles.frame)} src={media.src} alt="" width={80} height={100} />
                <span className="small">
                  {media.alt}
                  {media.tags.length > 0 && <span className="muted">{` (${formatTags(media.tags, country)})`}</span>}
                </span>
              </Checkbox>
            </li>
          ))}
        </ul>
      </fieldset>
      <AlbumTags title={album.title} tags={tags} onChange={setTags} />
      {missing && (
        <FieldError>{t(missing === 'pictures' ? 'albums.tags.which.none' : 'albums.tags.none.chosen')}</FieldError>
      )}
      {refused && <FieldError>{refused}</FieldError>}
      <div className="row gap-8 wrapping">
        <Button loading={busy} onClick={() => send('add')}>
          {t('albums.tags.add', { n: chosen.length })}
        </Button>
        <Button kind="secondary" disabled={busy} onClick={() => send('remove')}>
          {t('albums.tags.remove')}
        </Button>
      </div>
    </Dialog>
  )
}

interface AlbumTagsProps {
  title: string
  tags: readonly LookTag[]
  onChange: (tags: LookTag[]) => void
}

export function AlbumTags({ title, tags, onChange }: AlbumTagsProps) {
  const t = useDashboardMessages()
  const country = useOwn().profile.countryCode
  const suggested = suggestTags(title)
  const toggle = (tag: LookTag) => onChange(tags.includes(tag) ? tags.filter((one) => one !== tag) : [...tags, tag])
  return (
    <div className="stack gap-12">
      <p className="small muted">{t('albums.tags.text')}</p>
      {suggested.length > 0 && (
        <div className="chip-row" role="group" aria-label={t('albums.tags.suggested', { album: title })}>
          <span className="small muted">{t('albums.tags.suggested', { album: title })}</span>
          {suggested.map((tag) => (
            <ToggleChip key={tag} on={tags.includes(tag)} onChange={() => toggle(tag)}>
              {formatTag(tag, country)}
            </ToggleChip>
          ))}
        </div>
      )}
      <details>
        <summary>{t('albums.tags.all')}</summary>
        <div className="stack">
          <TagChoice country={country} chosen={tags} onChange={onChange} />
        </div>
      </details>
      <p className="small" aria-live="polite">
        {tags.length > 0 ? t('albums.tags.chosen', { tags: formatTags(tags, country) }) : t('albums.tags.none')}
      </p>
    </div>
  )
}
