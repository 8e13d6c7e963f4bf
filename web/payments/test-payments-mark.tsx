import { FlaskConical } from 'lucide-react'
import { formatPhrase } from '#contract/words.ts'
import { useSite } from '#web/shell/site.ts'
import styles from './test-payments-mark.module.css'

/** Says that no real money moves: stands on every page that shows money while the embedded test bank takes the payments; `test` says it of one payment. */
export function TestPaymentsMark({ test }: { test?: boolean }) {
  const site = useSite()
  if (!(test ?? site?.testPayments)) return null
  return <TestMark />
}

/** The mark itself. */
export const TestMark = () => (
  <span className={styles.testMark}>
    <FlaskConical className="icon" aria-hidden="true" />
    {formatPhrase(markMessages['pay.test.mark'])}
  </span>
)

/** The words of the mark, apart from those of paying: the mark stands on every page. */
const markMessages = { 'pay.test.mark': 'Test payments' } as const
