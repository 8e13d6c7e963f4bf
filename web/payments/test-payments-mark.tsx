import { FlaskConical } from 'lucide-react'
import { reader } from '#contract/words.ts'
import './payments.css'
import { paymentWords } from './words.ts'

const t = reader(paymentWords)

/** Says that no real money moves: stands on every page that shows money while the embedded test bank takes the payments. */
export function TestPaymentsMark({ test = true }: { test?: boolean }) {
  if (!test) return null
  return (
    <span className="test-mark">
      <FlaskConical className="i" aria-hidden="true" />
      {t('pay.test.mark')}
    </span>
  )
}
