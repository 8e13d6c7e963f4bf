import { Star } from 'lucide-react'
import { counted, reader } from '#contract/words.ts'
import { number, score } from '#contract/format.ts'
import { pageWords } from '#web/platform/page-words.ts'
import { classes } from './class-names.ts'
import styles from './stars.module.css'

const t = reader(pageWords)

/** Five stars with the score as their name; drawn by one mask, since a page of reviews has hundreds. */
export function Stars({ score: given, label }: { score: number; label?: string }) {
  return (
    <span
      className={styles.stars}
      data-full={Math.max(0, Math.min(5, Math.round(given)))}
      role="img"
      aria-label={label ?? t('word.stars', { score: String(given) })}
    />
  )
}

/** One star, the score and how many reviews stand behind it. */
export function Rating({
  rating,
  reviews,
  none = t('word.rating.none'),
  className,
}: {
  rating: number | null
  reviews: number
  none?: string
  className?: string
}) {
  if (rating === null) return <span>{none}</span>
  return (
    <span className={classes(styles.rate, className)}>
      <Star className="icon star-icon" aria-hidden="true" />
      <span className="visually-hidden">
        {t('word.rating.label', { score: score(rating), reviews: counted(reviews, 'review', 'reviews') })}
      </span>
      <span aria-hidden="true">
        {score(rating)} <span className={classes('muted', styles.reviewCount)}>({number(reviews)})</span>
      </span>
    </span>
  )
}
