import { Camera, Ellipsis, Eye, Image, ImagePlus, Keyboard, Plus, Settings2, Tags, Upload } from 'lucide-react'
import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useLoaderData, useNavigate, useParams } from 'react-router'
import type { InputOf } from '#contract/endpoint.ts'
import type { albums, ProviderAlbum, AlbumPicture } from '#contract/providers/albums.ts'
import type { LookTag } from '#contract/looks/vocabulary.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx'
import { LinkChip } from '#web/ui/fields/chips.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { sortText, SortablePictures } from '#web/ui/pictures/sortable-pictures.tsx'
import { listUnsent } from '#web/platform/pictures/picture-queue.ts'
import { pictureTypes } from '#web/platform/pictures/upload-picture.ts'
import { ChosenPictures, useChosenPictures } from './add-pictures.tsx'
import { AlbumDialog, PictureDialog, TagDialog } from './album-dialogs.tsx'
import { DashboardError, DashboardFrame, LeaveGuard } from '#web/dashboard/dashboard-frame.tsx'
import { useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import chipsStyles from '#web/ui/fields/chips.module.css'
import styles from './albums-page.module.css'
import { revealAfterRender } from '#web/ui/reveal.ts'
import noteStyles from '#web/ui/note.module.css'

export const clientLoader = requireSession(() => browserApi().albums.list({}))

export default function AlbumsPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  const { albumId } = useParams()
  const t = useDashboardMessages()
  const navigate = useNavigate()
  const { profile, keep } = useOwn()
  const [albums, setAlbums] = useState(loaded.albums)
  useEffect(() => setAlbums(loaded.albums), [loaded])
  const [dialog, setDialog] = useState<'none' | 'new' | 'change' | 'delete'>('none')
  const act = useForm()
  const album = albums.find(({ _id }) => _id === albumId) ?? albums[0]
  const pictures = albums.reduce((sum, { media }) => sum + media.length, 0)
  const room = loaded.most - pictures
  const input = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const live = profile.state === 'approved' || profile.state === 'paused'

  useEffect(
    () =>
      keep((own) =>
        own.pictures === pictures && own.albums === albums.length ? own : { ...own, pictures, albums: albums.length },
      ),
    [keep, pictures, albums.length],
  )
  const replace = (changed: ProviderAlbum) =>
    setAlbums((now) => now.map((one) => (one._id === changed._id ? changed : one)))
  const run = async (work: () => Promise<void>) => {
    if (await act.run(work)) setDialog('none')
  }
  const open = (dialog: 'new' | 'change' | 'delete') => {
    act.clearErrors()
    setDialog(dialog)
  }
  const create = (title: string) =>
    run(async () => {
      const { album } = await browserApi().albums.create({ title })
      setAlbums((now) => [...now, album])
      navigate(`/dashboard/albums/${album._id}`)
    })
  const rename = (title: string) =>
    run(async () => replace((await browserApi().albums.change({ albumId: album?._id, title })).album))
  const shift = (by: number) =>
    run(async () => {
      if (!album) return
      await browserApi().albums.change({ albumId: album._id, position: album.position + by })
      setAlbums((await browserApi().albums.list({})).albums)
      showToast('success', t('toast.order.saved'))
    })
  const remove = () =>
    run(async () => {
      if (!album) return
      await browserApi().albums.remove({ albumId: album._id, withPictures: 'true' })
      setAlbums((now) => now.filter(({ _id }) => _id !== album._id).map((one, position) => ({ ...one, position })))
      navigate('/dashboard/albums')
    })

  return (
    <DashboardFrame
      title={album?.title ?? t('albums.title')}
      text={
        album && `${t('albums.count', { n: album.media.length })} ${album.media.length > 1 ? t('albums.hint') : ''}`
      }
      acts={
        album && (
          <>
            {live && (
              <ButtonLink kind="secondary" size="small" to={`/@/${profile.slug}#albums`}>
                <Eye className="icon" aria-hidden="true" />
                {t('dashboard.view')}
              </ButtonLink>
            )}
            <Button
              kind="secondary"
              size="small"
              className={styles.camera}
              aria-disabled={room <= 0 || undefined}
              onClick={() => room > 0 && camera.current?.click()}>
              <Camera className="icon" aria-hidden="true" />
              {t('albums.camera')}
            </Button>
            <Button
              size="small"
              aria-disabled={room <= 0 || undefined}
              onClick={() => room > 0 && input.current?.click()}>
              <Upload className="icon" aria-hidden="true" />
              {t('albums.add')}
            </Button>
          </>
        )
      }>
      <div className="row gap-8 wrapping space-between">
        <nav className="chip-row scrolling can-shrink" aria-label={t('albums.album.list')}>
          {albums.map((one) => (
            <LinkChip key={one._id} to={`/dashboard/albums/${one._id}`} on={one._id === album?._id}>
              {one.title} <small>{one.media.length}</small>
            </LinkChip>
          ))}
          <button type="button" className={chipsStyles.chip} aria-haspopup="dialog" onClick={() => open('new')}>
            <Plus className="icon" aria-hidden="true" />
            {t('albums.new')}
          </button>
        </nav>
        {album && (
          <Button kind="quiet" size="small" aria-haspopup="dialog" onClick={() => open('change')}>
            <Settings2 className="icon" aria-hidden="true" />
            {t('albums.album.options')}
          </Button>
        )}
      </div>
      {album ? (
        <Pictures
          key={album._id}
          album={album}
          room={room}
          input={input}
          camera={camera}
          onChange={replace}
          onAdded={(media) =>
            setAlbums((now) =>
              now.map((one) =>
                one._id === album._id ? { ...one, cover: one.cover ?? media._id, media: [...one.media, media] } : one,
              ),
            )
          }
        />
      ) : (
        <Empty title={t('empty.albums')} action={<Button onClick={() => open('new')}>{t('albums.new')}</Button>} />
      )}
      {dialog === 'new' && (
        <AlbumDialog
          title={t('albums.new')}
          name=""
          act={t('albums.new')}
          busy={act.pending}
          refused={act.formError}
          onSave={create}
          onClose={() => setDialog('none')}
        />
      )}
      {dialog === 'change' && album && (
        <AlbumDialog
          title={album.title}
          name={album.title}
          act={t('albums.rename')}
          busy={act.pending}
          refused={act.formError}
          onSave={rename}
          onClose={() => setDialog('none')}>
          <div className="row gap-8 wrapping">
            <Button
              kind="secondary"
              size="small"
              aria-disabled={album.position === 0 || undefined}
              onClick={() => album.position > 0 && shift(-1)}>
              {t('albums.album.earlier')}
            </Button>
            <Button
              kind="secondary"
              size="small"
              aria-disabled={album.position === albums.length - 1 || undefined}
              onClick={() => album.position < albums.length - 1 && shift(1)}>
              {t('albums.album.later')}
            </Button>
            <Button kind="danger" size="small" onClick={() => open('delete')}>
              {t('albums.album.delete')}
            </Button>
          </div>
        </AlbumDialog>
      )}
      <Confirm
        open={dialog === 'delete'}
        danger
        title={t('confirm.album.delete', { album: album?.title })}
        act={t('confirm.album.delete.act')}
        wayOut={t('confirm.keep')}
        onAct={remove}
        onClose={() => setDialog('none')}>
        {act.formError ?? t('confirm.album.delete.text', { n: album?.media.length ?? 0 })}
      </Confirm>
    </DashboardFrame>
  )
}

interface PicturesProps {
  album: ProviderAlbum
  room: number
  input: RefObject<HTMLInputElement | null>
  camera: RefObject<HTMLInputElement | null>
  onChange: (album: ProviderAlbum) => void
  onAdded: (media: AlbumPicture) => void
}

function Pictures({ album, room, input, camera, onChange, onAdded }: PicturesProps) {
  const t = useDashboardMessages()
  const chosen = useChosenPictures(album._id, onAdded)
  const [shown, setShown] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<string | null>(null)
  const one = useForm({ toasts: true })
  const [tagging, setTagging] = useState(false)
  const several = useForm()
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    void chosen.choose([...(event.target.files ?? [])]).then(() => revealAfterRender(findChosen))
    event.target.value = ''
  }
  const formatPlace = ({ _id, before }: AlbumPicture, n: number) => {
    if (before) return t('albums.pair.part.after', { n })
    return album.media.some((one) => one.before === _id) ? t('albums.pair.part.before', { n }) : n
  }
  const at = album.media.findIndex(({ _id }) => _id === shown)
  const media = album.media[at]

  const change = async (
    mediaId: string,
    what: Omit<InputOf<typeof albums.changeMedia>, 'albumId' | 'mediaId'>,
    done: string,
  ) => {
    const before = album
    // Optimistic: moves the picture at once, then applies the response.
    if (what.position !== undefined) onChange({ ...album, media: movePicture(album.media, mediaId, what.position) })
    const kept = await one.run(() => browserApi().albums.changeMedia({ albumId: album._id, mediaId, ...what }), {
      name: `${mediaId} ${JSON.stringify(what)}`,
    })
    onChange(kept ? kept.answer.album : before)
    if (kept) showToast('success', done)
    return kept !== null
  }
  const remove = async (mediaId: string) => {
    setDeleting(null)
    const at = album.media.findIndex(({ _id }) => _id === mediaId)
    const neighbour = (album.media[at + 1] ?? album.media[at - 1])?._id
    const gone = await one.run(() => browserApi().albums.removeMedia({ albumId: album._id, mediaId }), {
      name: `remove ${mediaId}`,
      reveal: () => findTile(neighbour),
    })
    if (!gone) return
    onChange(gone.answer.album)
    showToast('success', t('toast.picture.deleted'))
  }
  const tag = async (mediaIds: string[], what: { add?: LookTag[]; remove?: LookTag[] }) => {
    const kept = await several.run(() => browserApi().albums.tagMedia({ albumId: album._id, mediaIds, ...what }))
    if (!kept) return
    onChange(kept.answer.album)
    setTagging(false)
    showToast('success', t('toast.saved'))
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={pictureTypes}
        aria-label={t('albums.add')}
        onChange={choose}
      />
      <input
        ref={camera}
        type="file"
        hidden
        accept={pictureTypes}
        capture="environment"
        aria-label={t('albums.camera')}
        onChange={choose}
      />
      {room <= 20 && <p className="small muted">{room > 0 ? t('albums.room', { n: room }) : t('albums.full')}</p>}
      <ChosenPictures chosen={chosen} title={album.title} />
      <LeaveGuard unsaved={listUnsent(chosen.queue).length > 0} />
      {album.media.length === 0 && chosen.queue.length === 0 ? (
        <Empty title={t('empty.album')} />
      ) : (
        <>
          {album.media.length > 0 && (
            <div>
              <Button
                kind="secondary"
                size="small"
                aria-haspopup="dialog"
                onClick={() => {
                  several.clearErrors()
                  setTagging(true)
                }}>
                <Tags className="icon" aria-hidden="true" />
                {t('albums.tags.several')}
              </Button>
            </div>
          )}
          <SortablePictures
            label={album.title}
            pictures={album.media}
            frame="tall"
            onMove={(id, position) => change(id, { position }, t('toast.order.saved'))}
            renderTile={(picture, index) => (
              <>
                <IconButton
                  disc
                  className={styles.menu}
                  aria-haspopup="dialog"
                  label={t('albums.menu', { picture: picture.alt, n: index + 1, m: album.media.length })}
                  onClick={() => setShown(picture._id)}>
                  <Ellipsis className="icon" aria-hidden="true" />
                </IconButton>
                <Badge look={album.cover === picture._id ? 'accent' : 'plain'} className={styles.position}>
                  {album.cover === picture._id ? (
                    <>
                      <Image className="icon" aria-hidden="true" />
                      {t('albums.cover')}
                    </>
                  ) : (
                    formatPlace(picture, index + 1)
                  )}
                </Badge>
              </>
            )}>
            <li>
              <button
                type="button"
                data-add
                className={styles.upload}
                onClick={() => room > 0 && input.current?.click()}>
                <ImagePlus className="icon icon-large" aria-hidden="true" />
                <b className="bold">{t('albums.add')}</b>
                <span>{t('albums.add.note')}</span>
              </button>
            </li>
          </SortablePictures>
          <p className={joinClasses(noteStyles.note, noteStyles.info, styles.withKeys, styles.note)}>
            <Keyboard className="icon" aria-hidden="true" />
            <span>{sortText('sort.keyboard')}</span>
          </p>
        </>
      )}
      {media && (
        <PictureDialog
          key={media._id}
          media={media}
          n={at + 1}
          m={album.media.length}
          cover={album.cover === media._id}
          busy={one.pending}
          onClose={() => setShown(null)}
          onMove={(position) => change(media._id, { position }, t('toast.order.saved'))}
          onCover={() => change(media._id, { cover: true }, t('toast.saved'))}
          album={album.title}
          onTag={async (what) => {
            const kept = await one.run(() =>
              browserApi().albums.tagMedia({ albumId: album._id, mediaIds: [media._id], ...what }),
            )
            if (!kept) return
            onChange(kept.answer.album)
            showToast('success', t('toast.saved'))
          }}
          others={album.media.filter(({ _id }) => _id !== media._id)}
          onCrop={(crop) => change(media._id, { crop }, t('toast.saved'))}
          onPair={(before) => change(media._id, { before: before === null ? null : Number(before) }, t('toast.saved'))}
          onDescribe={(alt) => change(media._id, { alt }, t('toast.saved'))}
          onDelete={() => {
            setShown(null)
            setDeleting(media._id)
          }}
        />
      )}
      {tagging && (
        <TagDialog
          album={album}
          busy={several.pending}
          refused={several.formError}
          onTag={tag}
          onClose={() => setTagging(false)}
        />
      )}
      <Confirm
        open={deleting !== null}
        danger
        title={t('confirm.picture.delete')}
        act={t('confirm.picture.delete.act')}
        wayOut={t('confirm.keep')}
        onAct={() => deleting && remove(deleting)}
        onClose={() => setDeleting(null)}>
        {t('confirm.picture.delete.text')}
      </Confirm>
    </>
  )
}

/** Returns the menu button of a picture, or without one the button that adds pictures. */
const findTile = (id: string | undefined) =>
  document.querySelector<HTMLElement>(id ? `[data-picture="${id}"] [aria-haspopup]` : '[data-add]')

const findChosen = () => document.querySelector<HTMLElement>('#chosen-pictures')

export function movePicture(media: readonly AlbumPicture[], id: string, position: number): AlbumPicture[] {
  const one = media.find(({ _id }) => _id === id)
  const others = media.filter(({ _id }) => _id !== id)
  return (one ? others.toSpliced(position, 0, one) : others).map((picture, at) => ({ ...picture, position: at }))
}

export { DashboardError as ErrorBoundary }
