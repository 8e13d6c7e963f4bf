import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { formatDate, zonedDay } from '#contract/format.ts'
import type { Review } from '#contract/providers/providers.ts'
import { reviewDays } from '#contract/reviews/review-words.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { reviewMessages } from './messages.ts'
import { revealElement } from '#web/ui/reveal.ts'

const t = createTranslator(reviewMessages)
const DAY_MS = 86_400_000

export function ReplyForm({
  review,
  country,
  beside,
  onSaved,
}: {
  review: Review
  country: Country
  /** Shown beside the button that opens the form. */
  beside?: ReactNode
  onSaved: (reply: NonNullable<Review['reply']>) => void
}) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState(review.reply?.comments ?? '')
  const area = useRef<HTMLFormElement>(null)
  const { pending, formError: error, run } = useForm()
  const until = review.reply ? new Date(Date.parse(review.reply.date) + reviewDays.edit * DAY_MS) : null
  if (until && until < new Date()) return null
  const firstName = review.name.split(' ')[0] ?? review.name
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const input = { reviewId: review._id, reply: text }
    const done = await run(() =>
      review.reply ? browserApi().reviews.changeReply(input) : browserApi().reviews.reply(input),
    )
    if (!done) return revealElement(area.current?.querySelector('textarea'))
    onSaved({ name: review.reply?.name ?? '', date: done.answer.repliedAt, comments: done.answer.reply })
    setOpen(false)
    showToast('success', t('toast.reply.posted'))
  }
  if (!open) {
    return (
      <div className="row gap-12 wrapping">
        <Button kind="secondary" size="small" onClick={() => setOpen(true)}>
          {review.reply ? t('reply.change') : t('reply.title', { firstName })}
        </Button>
        {beside}
      </div>
    )
  }
  return (
    <form ref={area} className="stack gap-12" onSubmit={send}>
      <TextAreaField
        label={t('reply.title', { firstName })}
        hint={
          until
            ? t('reply.until', { date: formatDate(zonedDay(until.toISOString(), 'UTC'), country) })
            : t('reply.hint')
        }
        rows={4}
        maxLength={2000}
        required
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="row gap-8">
        <Button type="submit" size="small" loading={pending}>
          {t('reply.post')}
        </Button>
        <Button kind="quiet" size="small" onClick={() => setOpen(false)}>
          {t('reply.cancel')}
        </Button>
      </div>
    </form>
  )
}
