import useEmblaCarousel from 'embla-carousel-react'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { Modal } from './dialog.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import dialogStyles from './dialog.module.css'
import styles from './gallery-viewer.module.css'
import pictureStyles from '#web/ui/pictures/picture.module.css'

export interface GalleryPicture {
  src: string
  alt: string
}

interface GalleryViewerProps {
  pictures: readonly GalleryPicture[]
  start: number
  title: string
  onClose: () => void
  about?: (index: number) => ReactNode
  words: {
    gallery: string
    close: string
    back: string
    on: string
    picture: (n: number) => string
    of: (n: number, all: number) => string
    gone: string
  }
}

/** Full-screen pictures with arrows, thumbnails and swipe; Escape or a swipe down closes. */
export function GalleryViewer({ pictures, start, title, onClose, about, words }: GalleryViewerProps) {
  const calm = typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
  const [viewport, embla] = useEmblaCarousel({ startIndex: start, loop: true, duration: calm ? 1 : 25 })
  const [at, setAt] = useState(start)
  const [downFrom, setDownFrom] = useState<number | null>(null)
  useEffect(() => {
    if (!embla) return
    const follow = () => setAt(embla.selectedScrollSnap())
    embla.on('select', follow)
    return () => {
      embla.off('select', follow)
    }
  }, [embla])
  // Applies a choice made before the carousel was ready.
  useEffect(() => {
    if (embla && embla.selectedScrollSnap() !== at) embla.scrollTo(at, calm)
  }, [embla, at, calm])
  const go = (step: 1 | -1) => setAt((now) => (now + step + pictures.length) % pictures.length)
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') go(1)
    if (event.key === 'ArrowLeft') go(-1)
  }
  const shown = pictures[at]
  return (
    <Modal
      open
      onClose={onClose}
      label={words.gallery}
      className={joinClasses(dialogStyles.modal, dialogStyles.viewer)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys work wherever the focus stands in the viewer */}
      <div className={joinClasses('on-fig', styles.viewer)} onKeyDown={onKey}>
        <div className={styles.head}>
          <span className="bold tabular" aria-live="polite">
            {words.of(at + 1, pictures.length)}
          </span>
          <span className="wide-only">{title}</span>
          <IconButton label={words.close} onClick={onClose}>
            <X className="icon" aria-hidden="true" />
          </IconButton>
        </div>
        <div className={styles.stage}>
          <IconButton className={styles.iconButton} label={words.back} disc onClick={() => go(-1)}>
            <ChevronLeft className="icon" aria-hidden="true" />
          </IconButton>
          <div
            className={styles.viewport}
            ref={viewport}
            onTouchStart={(event) => setDownFrom(event.touches[0]?.clientY ?? null)}
            onTouchEnd={(event) => {
              const to = event.changedTouches[0]?.clientY
              if (downFrom !== null && to !== undefined && to - downFrom > 120) onClose()
            }}>
            <div className={styles.track}>
              {pictures.map((picture, index) => (
                <div className={styles.slide} key={picture.src} aria-hidden={index !== at}>
                  <div className={joinClasses(pictureStyles.frame, styles.frame)}>
                    <Picture
                      src={picture.src}
                      alt={picture.alt}
                      gone={words.gone}
                      loading={Math.abs(index - at) < 2 ? 'eager' : 'lazy'}
                    />
                  </div>
                </div>
              ))}
            </div>
          </div>
          <IconButton className={styles.iconButton} label={words.on} disc onClick={() => go(1)}>
            <ChevronRight className="icon" aria-hidden="true" />
          </IconButton>
        </div>
        <div className={styles.foot}>
          <p>
            {shown?.alt} {about?.(at)}
          </p>
          <div className={styles.thumbs}>
            {pictures.map((picture, index) => (
              <button
                key={picture.src}
                type="button"
                className={joinClasses(
                  index === at ? joinClasses(pictureStyles.frame, styles.chosen) : pictureStyles.frame,
                  styles.frame,
                )}
                aria-label={words.picture(index + 1)}
                aria-current={index === at}
                onClick={() => setAt(index)}>
                <Picture src={picture.src} alt="" />
              </button>
            ))}
          </div>
        </div>
      </div>
    </Modal>
  )
}
