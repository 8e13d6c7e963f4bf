import { isRouteErrorResponse, useRouteError } from 'react-router'
import { reader } from '#contract/words.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { Note } from '#web/ui/note.tsx'
import { reviewWords } from './words.ts'
import { classes } from '#web/ui/class-names.ts'
import reviewsStyles from './reviews.module.css'

const t = reader(reviewWords)

/** A review link that belongs to no booking, or a page that could not be shown. */
export function InvalidReview() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage />
  return (
    <main id="main" tabIndex={-1} className={classes('page-width stack gap-24', reviewsStyles.reviewPage)}>
      <h1 className="heading-1">{t('review.invalid.title')}</h1>
      <Note kind="info">{t('review.invalid')}</Note>
    </main>
  )
}
