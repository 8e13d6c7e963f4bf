import { Flag } from 'lucide-react'
import { useState } from 'react'
import { optional } from '#web/platform/optional.tsx'
import { Missing } from '#web/shell/pages/missing.tsx'

const ReportForm = optional(() => import('./report-form.tsx').then((m) => m.ReportForm), Missing)

/** Leads to the form that asks the team to look at a review; the form comes when it is first wanted. */
export function ReportReview({ reviewId, label }: { reviewId: string; label: string }) {
  const [form, setForm] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <div className="with-script">
      <button type="button" className="link tap-target small" onClick={() => setForm('open')}>
        <Flag className="icon" aria-hidden="true" /> {label}
      </button>
      {form !== 'never' && <ReportForm reviewId={reviewId} open={form === 'open'} onClose={() => setForm('closed')} />}
    </div>
  )
}
