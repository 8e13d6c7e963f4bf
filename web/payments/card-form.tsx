import { useEffect, useState } from 'react'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { PayFormProps } from './pay-form-props.ts'
import './payments.css'
import { StripeForm } from './stripe-form.tsx'
import { TestCardForm } from './test-card-form.tsx'
import { paymentWords } from './words.ts'

const t = reader(paymentWords)

/** The card form of whatever takes payments here: the test bank's own, or Stripe's. What was typed stays after a no. */
export function PayForm(props: PayFormProps) {
  const [way, setWay] = useState<{ gateway: 'test' | 'stripe'; publishableKey: string | null } | 'failed' | null>(null)
  const [round, setRound] = useState(0)
  const { country } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    let left = false
    browserApi()
      .payments.way({ country }, { auth: false })
      .then(
        (found) => !left && setWay(found),
        () => !left && setWay('failed'),
      )
    return () => {
      left = true
    }
  }, [country, round])
  if (way === null) return <Skeleton height={160} />
  if (way === 'failed') {
    return (
      <Note kind="error">
        {t('pay.error.network')}{' '}
        <Button
          kind="quiet"
          size="small"
          onClick={() => {
            setWay(null)
            setRound(round + 1)
          }}>
          {t('pay.again')}
        </Button>
      </Note>
    )
  }
  return way.gateway === 'stripe' ? (
    <StripeForm {...props} publishableKey={way.publishableKey ?? ''} />
  ) : (
    <TestCardForm {...props} />
  )
}
