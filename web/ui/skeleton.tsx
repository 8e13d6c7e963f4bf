import { joinClasses } from './class-names.ts'
import styles from './skeleton.module.css'
import artistCardStyles from './artist-card.module.css'

/** A placeholder with the shape and height of the content, in pixels. */
export function Skeleton({ height, width, className }: { height?: number; width?: string; className?: string }) {
  return (
    <div
      aria-hidden="true"
      data-late
      className={joinClasses(styles.skeleton, className)}
      style={height ? { height, width: width ?? '100%' } : undefined}
    />
  )
}

export function CardSkeleton() {
  return (
    <div aria-hidden="true" className={artistCardStyles.card}>
      <Skeleton className={artistCardStyles.cover} />
      <div className={joinClasses(artistCardStyles.body, artistCardStyles.waiting)}>
        <Skeleton height={24} width="66.6667%" />
        <Skeleton height={16} />
        <Skeleton height={16} width="80%" />
        <Skeleton height={48} />
      </div>
    </div>
  )
}
