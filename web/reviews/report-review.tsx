import { formatMessage } from '#contract/i18n/messages.ts'
import { Flag } from 'lucide-react'
import { useState } from 'react'
import { createOptionalPart } from '#web/platform/optional.tsx'
import { pageMessages } from '#web/platform/page-messages.ts'
import { Missing } from '#web/shell/pages/error-page.tsx'
import { getButtonClasses } from '#web/ui/button.tsx'
import { MoreActs } from '#web/ui/overlays/more-acts.tsx'

const ReportForm = createOptionalPart(() => import('./report-form.tsx').then((m) => m.ReportForm), Missing)

/** Menu that opens the report form, lazy-loaded. */
export function ReportReview({
  reviewId,
  label,
  outside = false,
}: {
  reviewId: string
  label: string
  /** Whether it is a review of work outside the site. */
  outside?: boolean
}) {
  const [form, setForm] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <div className="with-script">
      <MoreActs label={formatMessage(pageMessages['word.more'])} dots>
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
