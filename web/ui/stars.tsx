import { countOf } from '#contract/i18n/counts.ts'
import { Star } from 'lucide-react'
import { createTranslator } from '#contract/i18n/messages.ts'
import { formatNumber, formatScore } from '#contract/format.ts'
import { pageMessages } from '#web/platform/page-messages.ts'
import { joinClasses } from './class-names.ts'
import styles from './stars.module.css'

const t = createTranslator(pageMessages)

/** Five stars with the score as accessible name; drawn with one mask, since a page has hundreds. */
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
    <span className={joinClasses(styles.rate, className)}>
      <Star className="icon star-icon" aria-hidden="true" />
      <span className="visually-hidden">
        {t('word.rating.label', { score: formatScore(rating), reviews: countOf('reviews', reviews) })}
      </span>
      <span aria-hidden="true">
        {formatScore(rating)}{' '}
        <span className={joinClasses('muted', styles.reviewCount)}>({formatNumber(reviews)})</span>
      </span>
    </span>
  )
}
