import { type FormEvent, useRef, useState } from 'react'
import { hairTags } from '#contract/looks/likeness.ts'
import type { PartyReviewPage } from '#contract/reviews/party-reviews.ts'
import { partyRoles, reviewChips } from '#contract/reviews/review-words.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { ScoreField } from '#web/reviews/score-field.tsx'
import { reviewWords } from '#web/reviews/words.ts'
import { TagChoice } from '#web/search/looks/tag-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChipChoices } from '#web/ui/fields/chip-choices.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { partyWords } from './party-words.ts'
import { reveal } from '#web/ui/reveal.ts'

interface PartyReviewFormProps {
  page: PartyReviewPage
  linkKey: string
  onSaved: (page: PartyReviewPage) => void
}

/** What a guest says of the artist: stars, words, who they were there. */
export function PartyReviewForm({ page, linkKey, onSaved }: PartyReviewFormProps) {
  const t = reader(partyWords, page.countryCode)
  const r = reader(reviewWords, page.countryCode)
  const form = useRef<HTMLFormElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const { review } = page
  const [score, setScore] = useState(review?.score ?? 0)
  const { errors, said, waiting, run } = useAct({ form })
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
      wrong: score ? {} : { score: r('review.score.error') },
    })
    if (done) onSaved(done.answer)
    else if (!score) reveal(first.current)
  }
  return (
    <form ref={form} className="card pad-24 stack gap-24" noValidate aria-labelledby="your-review" onSubmit={send}>
      <h2 className="heading-3" id="your-review">
        {t('party.form')}
      </h2>
      {said && <Note kind="error">{said}</Note>}
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
        <summary className="field-label">{r('review.hair')}</summary>
        <div className="stack">
          <p className="small muted">{r('review.hair.text')}</p>
          <TagChoice country={page.countryCode} chosen={review?.hairTags ?? []} only={hairTags} />
        </div>
      </details>
      <p className="small muted">{t('party.shown', { firstName: page.firstName })}</p>
      <div>
        <Button type="submit" size="large" loading={waiting}>
          {r(review ? 'review.save' : 'review.post')}
        </Button>
      </div>
    </form>
  )
}
