import { Flag } from 'lucide-react'
import { useState } from 'react'
import { createOptionalPart } from '#web/platform/optional.tsx'
import { pageMessages } from '#web/platform/page-messages.ts'
import { Missing } from '#web/shell/pages/error-page.tsx'
import { getButtonClasses } from '#web/ui/button.tsx'
import { MoreActs } from '#web/ui/overlays/more-acts.tsx'

const ReportForm = createOptionalPart(() => import('./report-form.tsx').then((m) => m.ReportForm), Missing)

/** Leads, behind three dots, to the form that asks the team to look at a review; the form comes when it is first wanted. */
export function ReportReview({
  reviewId,
  label,
  outside = false,
}: {
  reviewId: string
  label: string
  /** What is said of work done elsewhere. */
  outside?: boolean
}) {
  const [form, setForm] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <div className="with-script">
      <MoreActs label={pageMessages['word.more']} dots>
        <button
          type="button"
          className={getButtonClasses({ kind: 'quiet', size: 'small' })}
          onClick={() => setForm('open')}>
          <Flag className="icon" aria-hidden="true" /> {label}
        </button>
      </MoreActs>
      {form !== 'never' && (
        <ReportForm reviewId={reviewId} outside={outside} open={form === 'open'} onClose={() => setForm('closed')} />
      )}
    </div>
  )
}
