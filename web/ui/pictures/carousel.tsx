import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './carousel.module.css'

/** Scroll-snapping cards; the next one is partly visible. It never scrolls on a timer. */
export function Carousel({
  label,
  fit,
  arrows,
  children,
}: {
  label: string
  fit?: boolean
  arrows?: { back: string; on: string }
  children: ReactNode
}) {
  const track = useRef<HTMLUListElement>(null)
  const move = (by: 1 | -1) => {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    track.current?.scrollBy({ left: by * track.current.clientWidth * 0.8, behavior: calm ? 'auto' : 'smooth' })
  }
  return (
    <div role="group" aria-label={label} className={styles.carousel}>
      <ul ref={track} className={joinClasses(styles.strip, fit && styles.fitting)} tabIndex={0}>
        {children}
      </ul>
      {arrows && (
        <div className={styles.carouselArrows}>
          <IconButton label={arrows.back} disc onClick={() => move(-1)}>
            <ChevronLeft className="icon" aria-hidden="true" />
          </IconButton>
          <IconButton label={arrows.on} disc onClick={() => move(1)}>
            <ChevronRight className="icon" aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </div>
  )
}
