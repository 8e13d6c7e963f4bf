import { useState } from 'react'
import { clock, date, zonedDay, zonedTime } from '#contract/format.ts'
import type { PartyReviewPage } from '#contract/reviews/party-reviews.ts'
import { reader } from '#contract/words.ts'
import { OwnPictures } from '#web/reviews/before-after/own-pictures.tsx'
import { reviewWords } from '#web/reviews/words.ts'
import reviewsStyles from '#web/reviews/reviews.module.css'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/note.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { PartyReviewForm } from './party-review-form.tsx'
import { partyWords } from './party-words.ts'

/** A guest's link after the day: how it was, without an account. */
export function PartyReview({ page: loaded, linkKey }: { page: PartyReviewPage; linkKey: string }) {
  const [page, setPage] = useState(loaded)
  const [changing, setChanging] = useState(false)
  const t = reader(partyWords, page.countryCode)
  const r = reader(reviewWords, page.countryCode)
  const { firstName, name, review, state, services } = page
  const on = (instant: string) => date(zonedDay(instant, page.timeZone), page.countryCode)
  return (
    <main id="main" tabIndex={-1} className={classes('page-width stack gap-24', reviewsStyles.reviewPage)}>
      <div className="row gap-16">
        <Avatar size={72} src={page.picture.src} alt="" />
        <div className="can-shrink">
          <h1 className="heading-1">{t(name ? 'party.hello' : 'party.hello.nobody', { firstName, name })}</h1>
          <p className="muted">
            {r('review.context', {
              event: page.event || r('review.event'),
              place: page.place,
              date: date(page.eventDate, page.countryCode),
            })}
          </p>
        </div>
      </div>
      <p>{t('party.done', { services: services.join(', ') })}</p>
      <div role="status">
        {review && !changing && <Written page={page} onChange={() => setChanging(true)} />}
        {!review && state === 'early' && (
          <Note kind="info">
            {r('review.early.day', { date: on(page.opensAt), clock: clock(zonedTime(page.opensAt, page.timeZone)) })}
          </Note>
        )}
        {!review && state === 'booker' && <Note kind="info">{t('party.booker.own')}</Note>}
        {!review && state === 'closed' && <Note kind="info">{r('review.closed', { date: on(page.closesAt) })}</Note>}
      </div>
      {((!review && state === 'open') || changing) && (
        <PartyReviewForm
          page={page}
          linkKey={linkKey}
          onSaved={(next) => {
            setPage(next)
            setChanging(false)
          }}
        />
      )}
      {state !== 'early' && <OwnPictures linkKey={linkKey} />}
      <div>
        <ButtonLink kind="secondary" to={`/@/${page.slug}`}>
          {t('party.see', { firstName })}
        </ButtonLink>
      </div>
    </main>
  )
}

function Written({ page, onChange }: { page: PartyReviewPage; onChange: () => void }) {
  const t = reader(partyWords, page.countryCode)
  const r = reader(reviewWords, page.countryCode)
  const { review, firstName } = page
  if (!review) return null
  if (review.removedReason !== null)
    return <Note kind="info">{r('review.removed', { reason: review.removedReason })}</Note>
  return (
    <Note kind="success">
      <div className="stack gap-12">
        <p>{t('party.thanks', { firstName })}</p>
        <Stars score={review.score} />
        {review.comments && <p>{review.comments}</p>}
        <p className="small">{review.of > 1 ? t('party.among', { n: review.of }) : t('party.alone')}</p>
        {review.editable && (
          <div className="row gap-12 wrapping">
            <Button kind="secondary" size="small" onClick={onChange}>
              {r('review.already.change')}
            </Button>
            <span className="small">
              {r('review.edit', { date: date(zonedDay(review.editUntil, page.timeZone), page.countryCode) })}
            </span>
          </div>
        )}
      </div>
    </Note>
  )
}
