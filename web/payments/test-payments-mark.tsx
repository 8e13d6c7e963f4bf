import { FlaskConical } from 'lucide-react'
import { defineMessages, formatMessage } from '#contract/i18n/messages.ts'
import { useSite } from '#web/shell/site.ts'
import styles from './test-payments-mark.module.css'

/**
 * Shows that no real money moves, on all pages with money while the test gateway is used; `test` for a single payment.
 */
export function TestPaymentsMark({ test }: { test?: boolean }) {
  const site = useSite()
  if (!(test ?? site?.testPayments)) return null
  return <TestMark />
}

export const TestMark = () => (
  <span className={styles.testMark}>
    <FlaskConical className="icon" aria-hidden="true" />
    {formatMessage(markMessages['pay.test.mark'])}
  </span>
)

/** Separate from payment texts, because the mark is on every page. */
const markMessages = defineMessages({ 'pay.test.mark': 'Test payments' })
