import { isRouteErrorResponse, useRouteError } from 'react-router'
import { reader } from '#contract/words.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { Note } from '#web/ui/note.tsx'
import { reviewWords } from './words.ts'

const t = reader(reviewWords)

/** A review link that belongs to no booking, or a page that could not be shown. */
export function InvalidReview() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage />
  return (
    <main id="main" tabIndex={-1} className="wrap review-page stack s24">
      <h1 className="d1">{t('review.invalid.title')}</h1>
      <Note kind="info">{t('review.invalid')}</Note>
    </main>
  )
}
