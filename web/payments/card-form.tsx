import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { PayFormProps } from './pay-form-props.ts'
import { StripeForm } from './stripe-form.tsx'
import { TestCardForm } from './test-card-form.tsx'
import { paymentWords } from './words.ts'

const t = reader(paymentWords)

/** The card form of whatever takes payments here: the test bank's own, or Stripe's. What was typed stays after a no. */
export function PayForm(props: PayFormProps) {
  const { country } = props
  const {
    answer: way,
    fault,
    again,
  } = useAnswer(country, () => browserApi().payments.way({ country }, { auth: false }))
  if (fault) {
    return (
      <Note kind="error">
        {t('pay.error.network')}{' '}
        <Button kind="quiet" size="small" onClick={again}>
          {t('pay.again')}
        </Button>
      </Note>
    )
  }
  if (way === null) return <Skeleton height={160} />
  return way.gateway === 'stripe' ? (
    <StripeForm {...props} publishableKey={way.publishableKey ?? ''} />
  ) : (
    <TestCardForm {...props} />
  )
}
