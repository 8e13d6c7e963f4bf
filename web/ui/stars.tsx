import { Star } from 'lucide-react'
import { number, score } from '#contract/format.ts'
import { classes } from './class-names.ts'
import styles from './stars.module.css'

/** Five stars with the score as their name; drawn by one mask, since a page of reviews has hundreds. */
export function Stars({ score: given, label }: { score: number; label?: string }) {
  return (
    <span
      className={styles.stars}
      data-full={Math.max(0, Math.min(5, Math.round(given)))}
      role="img"
      aria-label={label ?? `${given} out of 5`}
    />
  )
}

/** One star, the score and how many reviews stand behind it. */
export function Rating({
  rating,
  reviews,
  none,
  className,
}: {
  rating: number | null
  reviews: number
  none: string
  className?: string
}) {
  if (rating === null) return <span>{none}</span>
  return (
    <span className={classes(styles.rate, className)}>
      <Star className="icon star-icon" aria-hidden="true" />
      <span className="visually-hidden">{`${score(rating)} out of 5, ${number(reviews)} ${reviews === 1 ? 'review' : 'reviews'}`}</span>
      <span aria-hidden="true">
        {score(rating)} <span className={classes('muted', styles.reviewCount)}>({number(reviews)})</span>
      </span>
    </span>
  )
}
