import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { reader } from '#contract/words.ts'
import { loadStripe, wordForError } from '#web/payments/stripe-browser.ts'
import { paymentWords } from '#web/payments/words.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { CardFormProps } from './card-setup.ts'
import { cardWords } from './card-words.ts'

const t = reader(cardWords)
const p = reader(paymentWords)

/** Stripe's own form for a card that is to be saved; the bank's question, where it has one, comes over the page. */
export function StripeCard({ setup, keep }: CardFormProps) {
  const place = useRef<HTMLDivElement>(null)
  const held = useRef<{ stripe: Stripe; elements: StripeElements } | null>(null)
  const [shown, setShown] = useState<'coming' | 'here' | 'failed'>('coming')
  const [error, setError] = useState<string | null>(null)
  const act = useAct()
  const { clientSecret, publishableKey } = setup

  useEffect(() => {
    let frame: { destroy: () => void } | null = null
    let left = false
    loadStripe(publishableKey ?? '').then(
      (stripe) => {
        if (left || !place.current) return
        const dark = matchMedia('(prefers-color-scheme: dark)').matches
        const elements = stripe.elements({ clientSecret, appearance: { theme: dark ? 'night' : 'stripe' } })
        const element = elements.create('payment')
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
  }, [clientSecret, publishableKey])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!held.current) return
    const { stripe, elements } = held.current
    setError(null)
    const done = await act.run(async () => {
      const { error } = await stripe.confirmSetup({
        elements,
        // Where a bank's own page would lead back to: that page asks the service how it ended.
        confirmParams: { return_url: `${location.origin}/customer-dashboard/cards?begun=${setup.id}` },
        redirect: 'if_required',
      })
      if (!error) return keep()
      const word = wordForError(error)
      return word ? p(word) : (error.message ?? t('card.error'))
    })
    setError(done ? done.answer : t('card.error'))
  }
  return (
    <form className="stack" method="post" noValidate onSubmit={submit}>
      {error && <Note kind="error">{error}</Note>}
      {shown === 'failed' && <Note kind="error">{p('pay.error.network')}</Note>}
      {shown === 'coming' && <Skeleton height={160} />}
      <div ref={place} />
      <p className="small muted">{p('pay.safe')}</p>
      <Button type="submit" full loading={act.waiting}>
        {t('card.save')}
      </Button>
    </form>
  )
}
