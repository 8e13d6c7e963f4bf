import { formatMonth, zonedDay } from '#contract/format.ts'
import type { OutsideReview } from '#contract/reviews/outside.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { ReportReview } from '#web/reviews/report-review.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { outsideMessages } from './outside-messages.ts'
import styles from './outside-reviews.module.css'

const monthOf = (instant: string): string => {
  const [year = '', m = '1'] = zonedDay(instant, 'UTC').split('-')
  return formatMonth(Number(year), Number(m))
}

/** Reviews of work outside the site, separately marked; hidden without any. */
export function OutsideReviews({ reviews, country }: { reviews: readonly OutsideReview[]; country: Country }) {
  const t = createTranslator(outsideMessages, country)
  if (reviews.length === 0) return null
  return (
    <section className="stack gap-12" aria-labelledby="outside-reviews">
      <h2 className="heading-3" id="outside-reviews">
        {t('outside.title')}
      </h2>
      <p className="small muted">{t('outside.text')}</p>
      {reviews.map(({ id, name, work, comments, date, source }) => (
        <article key={id} className={styles.outside}>
          <div className="row wrapping">
            <div className="grow can-shrink">
              <b className="bold">{name}</b>
              <div className="small hint">{t('outside.date', { work, month: monthOf(date) })}</div>
            </div>
            <Badge look="disabled">{source ? t('outside.source', { source }) : t('outside.mark')}</Badge>
            <ReportReview outside reviewId={id} label={t('outside.report')} />
          </div>
          <p>{comments}</p>
        </article>
      ))}
    </section>
  )
}
