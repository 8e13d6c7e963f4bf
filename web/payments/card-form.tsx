import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { toMinor } from '#contract/money.ts'
import type { PaymentView } from '#contract/payments/payments.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PayButton, type PayFormProps, usePaying } from './paying.tsx'
import { loadStripe, getStripeErrorKey } from './stripe-browser.ts'
import { TestCardForm } from './test-card-form.tsx'
import { paymentMessages } from './messages.ts'

const t = createTranslator(paymentMessages)

/** The card form of the gateway: test or Stripe. Typed values stay after a decline. */
export function PayForm(props: PayFormProps) {
  const { country } = props
  const {
    answer: way,
    fault,
    again,
  } = useAnswer(country, () => browserApi().payments.method({ country }, { auth: false }))
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

const addressAfterwards = ({ id }: PaymentView): string =>
  `${location.origin}/paid/${id}?from=${encodeURIComponent(location.pathname + location.search)}`

/** Stripe's form in its iframe: card numbers never reach this site. */
function StripeForm({
  amount,
  currency,
  email,
  label,
  isWhole,
  open,
  onDone,
  onVoided,
  children,
  publishableKey,
}: PayFormProps & { publishableKey: string }) {
  const place = useRef<HTMLDivElement>(null)
  const held = useRef<{ stripe: Stripe; elements: StripeElements } | null>(null)
  const [shown, setShown] = useState<'coming' | 'here' | 'failed'>('coming')
  const [round, setRound] = useState(0)
  const [error, setError] = useState<string | null>(null)
  const { stage, setStage, wait } = usePaying()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round tries again
  useEffect(() => {
    let frame: { destroy: () => void } | null = null
    let left = false
    loadStripe(publishableKey).then(
      (stripe) => {
        if (left || !place.current) return
        const dark = matchMedia('(prefers-color-scheme: dark)').matches
        const elements = stripe.elements({
          mode: 'payment',
          amount: toMinor(amount),
          currency: currency.toLowerCase(),
          captureMethod: 'manual',
          appearance: { theme: dark ? 'night' : 'stripe' },
        })
        const element = elements.create('payment', {
          layout: { type: 'accordion', radios: 'always', defaultCollapsed: false, spacedAccordionItems: false },
          paymentMethodOrder: ['apple_pay', 'google_pay', 'link', 'card'],
        })
        frame = element
        element.on('ready', () => setShown('here'))
        element.on('loaderror', () => setShown('failed'))
        element.mount(place.current)
        held.current = { stripe, elements }
      },
      () => !left && setShown('failed'),
    )
    return () => {
      left = true
      frame?.destroy()
    }
  }, [publishableKey, amount, currency, round])

  const refuse = (message: string) => {
    setError(message)
    setStage('idle')
  }
  const hear = async (payment: PaymentView, ...rest: readonly PaymentView[]): Promise<void> => {
    const heard = await wait(payment)
    if (!heard) return
    if (heard.word === 'kept') return rest[0] ? hear(rest[0], ...rest.slice(1)) : onDone(heard.payment)
    if (heard.word === 'let-go' && onVoided) return onVoided(heard.payment)
    refuse(t('pay.error.declined'))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (stage !== 'idle' || !held.current) return
    if (isWhole && !isWhole([])) return
    const { stripe, elements } = held.current
    setError(null)
    setStage('busy')
    try {
      const typed = await elements.submit()
      if (typed.error) return setStage('idle')
      const opened = await open()
      if (!opened) return setStage('idle')
      const all = [opened].flat()
      for (const payment of all) {
        if (!payment.clientSecret) continue
        // The form has one amount, which differs per payment.
        if (all.length > 1) elements.update({ amount: toMinor(payment.amount) })
        const said = await stripe.confirmPayment({
          elements,
          clientSecret: payment.clientSecret,
          confirmParams: { return_url: addressAfterwards(payment) },
          redirect: 'if_required',
        })
        if (said.error) {
          const word = getStripeErrorKey(said.error)
          return refuse(word ? t(word) : (said.error.message ?? t('pay.error.network')))
        }
      }
      const [first, ...rest] = all
      if (first) await hear(first, ...rest)
    } catch (fault) {
      refuse(
        fault instanceof ApiError && fault.status >= 400 && fault.status < 500 ? fault.message : t('pay.error.network'),
      )
    }
  }
  return (
    <form className="stack" method="post" noValidate onSubmit={submit}>
      {error && <Note kind="error">{error}</Note>}
      {shown === 'failed' && (
        <Note kind="error">
          {t('pay.error.network')}{' '}
          <Button
            kind="quiet"
            size="small"
            onClick={() => {
              setShown('coming')
              setRound(round + 1)
            }}>
            {t('pay.again')}
          </Button>
        </Note>
      )}
      {shown === 'coming' && <Skeleton height={160} />}
      <div ref={place} />
      <p className="small muted">{t('pay.safe')}</p>
      {children}
      <PayButton stage={stage} email={email}>
        {label}
      </PayButton>
    </form>
  )
}
