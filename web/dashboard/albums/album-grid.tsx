import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable'
import { Ellipsis, GripVertical, Image, ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ProviderAlbum, AlbumPicture } from '#contract/providers/albums.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './album-grid.module.css'

interface AlbumGridProps {
  album: ProviderAlbum
  onMove: (mediaId: string, position: number) => void
  onMenu: (media: AlbumPicture) => void
  onAdd: () => void
}

/** Sortable pictures of an album, by pointer or keyboard, each with an equivalent menu. */
export function AlbumGrid({ album, onMove, onMenu, onAdd }: AlbumGridProps) {
  const t = useDashboardMessages()
  const [lifted, setLifted] = useState<string | null>(null)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = album.media.map(({ _id }) => _id)
  const m = ids.length
  const place = (id: UniqueIdentifier) => ids.indexOf(String(id)) + 1
  const justLifted = useRef(false)
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      justLifted.current = true
      return t('albums.lifted', { n: place(active.id), m })
    },
    // A lifted picture is over its own place at first, which is no move.
    onDragOver: ({ active, over }) => {
      const still = justLifted.current && over?.id === active.id
      justLifted.current = false
      return over && !still ? t('albums.moved', { n: place(over.id), m }) : undefined
    },
    onDragEnd: ({ active, over }) => t('albums.dropped', { n: place(over?.id ?? active.id) }),
    onDragCancel: ({ active }) => t('albums.putBack', { n: place(active.id) }),
  }
  const drop = ({ active, over }: DragEndEvent) => {
    setLifted(null)
    if (over && over.id !== active.id) onMove(String(active.id), place(over.id) - 1)
  }
  const inHand = album.media.find(({ _id }) => _id === lifted)
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('albums.keyboard') } }}
      onDragStart={({ active }) => setLifted(String(active.id))}
      onDragEnd={drop}
      onDragCancel={() => setLifted(null)}>
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <ul className={styles.album} aria-label={album.title}>
          {album.media.map((media, index) => (
            <Tile
              key={media._id}
              media={media}
              n={index + 1}
              m={m}
              cover={album.cover === media._id}
              onMenu={() => onMenu(media)}
            />
          ))}
          <li>
            <button type="button" className={styles.upload} onClick={onAdd}>
              <ImagePlus className="icon icon-large" aria-hidden="true" />
              <b className="bold">{t('albums.add')}</b>
              <span>{t('albums.add.note')}</span>
            </button>
          </li>
        </ul>
      </SortableContext>
      <DragOverlay>
        {inHand && (
          <div className={styles.inHand}>
            <Pan className={styles.frame} src={inHand.src} alt="" />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

function Tile({
  media,
  n,
  m,
  cover,
  onMenu,
}: {
  media: AlbumPicture
  n: number
  m: number
  cover: boolean
  onMenu: () => void
}) {
  const t = useDashboardMessages()
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: media._id,
  })
  const at = { picture: media.alt, n, m }
  return (
    <li
      ref={setNodeRef}
      className={joinClasses(isDragging && styles.hole)}
      style={{ transform: transform ? `translate(${transform.x}px, ${transform.y}px)` : undefined, transition }}>
      <Pan
        className={joinClasses(styles.albumPicture, styles.frame)}
        src={media.src}
        alt={media.alt}
        width={320}
        height={400}
      />
      <IconButton
        ref={setActivatorNodeRef}
        disc
        className={styles.handle}
        {...attributes}
        {...listeners}
        label={t('albums.handle', at)}>
        <GripVertical className="icon" aria-hidden="true" />
      </IconButton>
      <IconButton disc className={styles.menu} aria-haspopup="dialog" label={t('albums.menu', at)} onClick={onMenu}>
        <Ellipsis className="icon" aria-hidden="true" />
      </IconButton>
      <Badge look={cover ? 'accent' : 'plain'} className={styles.position}>
        {cover ? (
          <>
            <Image className="icon" aria-hidden="true" />
            {t('albums.cover')}
          </>
        ) : (
          n
        )}
      </Badge>
    </li>
  )
}
