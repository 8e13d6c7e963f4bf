import useEmblaCarousel from 'embla-carousel-react'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { Modal } from './dialog.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import '#web/ui/styles/gallery.css'

export interface GalleryPicture {
  src: string
  alt: string
}

interface GalleryViewerProps {
  pictures: readonly GalleryPicture[]
  start: number
  title: string
  onClose: () => void
  /** What stands beside the words of a picture. */
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

/** Pictures full screen on fig: arrows, thumbs, swipe, Escape; swiping down closes. */
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
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') embla?.scrollNext(calm)
    if (event.key === 'ArrowLeft') embla?.scrollPrev(calm)
  }
  const shown = pictures[at]
  return (
    <Modal open onClose={onClose} label={words.gallery} className="modal viewer">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys work wherever the focus stands in the viewer */}
      <div className="gv on-fig" onKeyDown={onKey}>
        <div className="gv-head">
          <span className="b tnum" aria-live="polite">
            {words.of(at + 1, pictures.length)}
          </span>
          <span className="only-d">{title}</span>
          <IconButton label={words.close} onClick={onClose}>
            <X className="i" aria-hidden="true" />
          </IconButton>
        </div>
        <div className="gvm">
          <IconButton label={words.back} disc onClick={() => embla?.scrollPrev(calm)}>
            <ChevronLeft className="i" aria-hidden="true" />
          </IconButton>
          <div
            className="gv-view"
            ref={viewport}
            onTouchStart={(event) => setDownFrom(event.touches[0]?.clientY ?? null)}
            onTouchEnd={(event) => {
              const to = event.changedTouches[0]?.clientY
              if (downFrom !== null && to !== undefined && to - downFrom > 120) onClose()
            }}>
            <div className="gv-track">
              {pictures.map((picture, index) => (
                <div className="gv-slide" key={picture.src} aria-hidden={index !== at}>
                  <div className="pan">
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
          <IconButton label={words.on} disc onClick={() => embla?.scrollNext(calm)}>
            <ChevronRight className="i" aria-hidden="true" />
          </IconButton>
        </div>
        <div className="gv-foot">
          <p>
            {shown?.alt} {about?.(at)}
          </p>
          <div className="thumbs">
            {pictures.map((picture, index) => (
              <button
                key={picture.src}
                type="button"
                className={index === at ? 'pan on' : 'pan'}
                aria-label={words.picture(index + 1)}
                aria-current={index === at}
                onClick={() => embla?.scrollTo(index, calm)}>
                <Picture src={picture.src} alt="" />
              </button>
            ))}
          </div>
        </div>
      </div>
    </Modal>
  )
}
