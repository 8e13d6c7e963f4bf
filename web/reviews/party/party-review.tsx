import { type FormEvent, useRef, useState } from 'react'
import { formatClock, formatDate, zonedDay, zonedTime } from '#contract/format.ts'
import { hairTags } from '#contract/looks/likeness.ts'
import type { PartyReviewPage } from '#contract/reviews/party-reviews.ts'
import { partyRoles, reviewChips } from '#contract/reviews/review-words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { OwnPictures } from '#web/reviews/before-after/own-pictures.tsx'
import reviewsStyles from '#web/reviews/reviews.module.css'
import { ScoreField } from '#web/reviews/score-field.tsx'
import { reviewMessages } from '#web/reviews/messages.ts'
import { TagChoice } from '#web/search/looks/tag-choice.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { ChipChoices } from '#web/ui/fields/chip-choices.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { revealElement } from '#web/ui/reveal.ts'
import { Stars } from '#web/ui/stars.tsx'
import { partyMessages } from './party-messages.ts'

export function PartyReview({ page: loaded, linkKey }: { page: PartyReviewPage; linkKey: string }) {
  const [page, setPage] = useState(loaded)
  const [changing, setChanging] = useState(false)
  const t = createTranslator(partyMessages, page.countryCode)
  const r = createTranslator(reviewMessages, page.countryCode)
  const { firstName, name, review, state, services } = page
  const on = (instant: string) => formatDate(zonedDay(instant, page.timeZone), page.countryCode)
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width stack gap-24', reviewsStyles.reviewPage)}>
      <div className="row gap-16">
        <Avatar size={72} src={page.picture.src} alt="" />
        <div className="can-shrink">
          <h1 className="heading-1">{t(name ? 'party.hello' : 'party.hello.nobody', { firstName, name })}</h1>
          <p className="muted">
            {r('review.context', {
              event: page.event || r('review.event'),
              place: page.place,
              date: formatDate(page.eventDate, page.countryCode),
            })}
          </p>
        </div>
      </div>
      <p>{t('party.done', { services: services.join(', ') })}</p>
      <div role="status">
        {review && !changing && <Written page={page} onChange={() => setChanging(true)} />}
        {!review && state === 'early' && (
          <Note kind="info">
            {r('review.early.day', {
              date: on(page.opensAt),
              clock: formatClock(zonedTime(page.opensAt, page.timeZone)),
            })}
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
      <div className="row gap-12 wrapping">
        {page.others.map(({ provider, key }) => (
          <ButtonLink key={key} kind="secondary" to={`/guest/${key}`}>
            {t('party.other', { provider })}
          </ButtonLink>
        ))}
        <ButtonLink kind="secondary" to={`/@/${page.slug}`}>
          {t('party.see', { firstName })}
        </ButtonLink>
      </div>
    </main>
  )
}

function Written({ page, onChange }: { page: PartyReviewPage; onChange: () => void }) {
  const t = createTranslator(partyMessages, page.countryCode)
  const r = createTranslator(reviewMessages, page.countryCode)
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
              {r('review.edit', { date: formatDate(zonedDay(review.editUntil, page.timeZone), page.countryCode) })}
            </span>
          </div>
        )}
      </div>
    </Note>
  )
}

interface PartyReviewFormProps {
  page: PartyReviewPage
  linkKey: string
  onSaved: (page: PartyReviewPage) => void
}

function PartyReviewForm({ page, linkKey, onSaved }: PartyReviewFormProps) {
  const t = createTranslator(partyMessages, page.countryCode)
  const r = createTranslator(reviewMessages, page.countryCode)
  const form = useRef<HTMLFormElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const { review } = page
  const [score, setScore] = useState(review?.score ?? 0)
  const { errors, formError, pending, run } = useForm({ form })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!form.current) return
    const typed = new FormData(form.current)
    const text = (name: string) => String(typed.get(name) ?? '')
    const input = {
      key: linkKey,
      name: text('name'),
      role: partyRoles.find((role) => role === text('role')) ?? ('' as const),
      score,
      comments: text('comments'),
      chips: typed.getAll('chips').map(String),
      hairTags: hairTags.filter((tag) => typed.getAll('tag').includes(tag)),
    }
    const { partyReviews } = browserApi()
    const done = await run(() => (review ? partyReviews.change(input) : partyReviews.post(input)), {
      errors: score ? {} : { score: r('review.score.error') },
    })
    if (done) onSaved(done.answer)
    else if (!score) revealElement(first.current)
  }
  return (
    <form ref={form} className="card pad-24 stack gap-24" noValidate aria-labelledby="your-review" onSubmit={send}>
      <h2 className="heading-3" id="your-review">
        {t('party.form')}
      </h2>
      {formError && <Note kind="error">{formError}</Note>}
      <ScoreField ref={first} score={score} error={errors['score'] ?? null} onChange={setScore} />
      <ChipChoices
        label={r('review.well')}
        name="chips"
        options={reviewChips.customer.map((chip) => ({ value: chip as string, label: chip }))}
        chosen={review?.chips ?? []}
      />
      <TextAreaField
        label={r('review.comments')}
        name="comments"
        hint={r('review.comments.hint')}
        rows={5}
        maxLength={2000}
        defaultValue={review?.comments ?? ''}
        error={errors['comments'] ?? null}
      />
      <div className="field-grid even">
        <TextField
          label={t('party.name')}
          hint={t('party.name.hint')}
          name="name"
          autoComplete="name"
          maxLength={60}
          required
          defaultValue={review?.author ?? page.name}
          error={errors['name'] ?? null}
        />
        <SelectField label={t('party.role')} name="role" defaultValue={review?.role ?? ''}>
          <option value="">{t('party.role.none')}</option>
          {partyRoles.map((role) => (
            <option key={role} value={role}>
              {role}
            </option>
          ))}
        </SelectField>
      </div>
      <details open={(review?.hairTags.length ?? 0) > 0 || undefined}>
        <summary>{r('review.hair')}</summary>
        <div className="stack">
          <p className="small muted">{r('review.hair.text')}</p>
          <TagChoice country={page.countryCode} chosen={review?.hairTags ?? []} only={hairTags} />
        </div>
      </details>
      <p className="small muted">{t('party.shown', { firstName: page.firstName })}</p>
      <div>
        <Button type="submit" size="large" loading={pending}>
          {r(review ? 'review.save' : 'review.post')}
        </Button>
      </div>
    </form>
  )
}
