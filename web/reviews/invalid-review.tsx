import { isRouteErrorResponse, useRouteError } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { Note } from '#web/ui/note.tsx'
import { reviewMessages } from './messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import reviewsStyles from './reviews.module.css'

const t = createTranslator(reviewMessages)

export function InvalidReview() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage />
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width stack gap-24', reviewsStyles.reviewPage)}>
      <h1 className="heading-1">{t('review.invalid.title')}</h1>
      <Note kind="info">{t('review.invalid')}</Note>
    </main>
  )
}
