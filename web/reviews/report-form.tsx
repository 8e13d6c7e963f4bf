import { type FormEvent, useState } from 'react'
import { reportReasons } from '#contract/reviews/review-words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/overlays/dialog.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { reviewMessages } from './messages.ts'

const t = createTranslator(reviewMessages)

export function ReportForm({
  reviewId,
  outside,
  open,
  onClose,
}: {
  reviewId: string
  outside: boolean
  open: boolean
  onClose: () => void
}) {
  const [reason, setReason] = useState<string>(reportReasons[0])
  const { pending, formError, run } = useForm()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const { reviews, outsideReviews } = browserApi()
    if (!(await run(() => (outside ? outsideReviews : reviews).report({ reviewId, reason })))) return
    onClose()
    showToast('success', t('toast.report.sent'))
  }
  return (
    <Drawer open={open} onClose={onClose} title={t('review.report')} close={t('review.report.close')}>
      <form className="stack" onSubmit={send}>
        {formError && <Note kind="error">{formError}</Note>}
        <SelectField
          label={t('review.report.reason')}
          value={reason}
          onChange={(event) => setReason(event.target.value)}>
          {reportReasons.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </SelectField>
        <Button type="submit" loading={pending}>
          {t('review.report.send')}
        </Button>
      </form>
    </Drawer>
  )
}
