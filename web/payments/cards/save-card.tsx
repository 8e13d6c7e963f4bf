import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { type cards, SAVE_CARD_WORDS, type SavedCard, savedTestCards } from '#contract/payments/cards.ts'
import type { CountryCode } from '#contract/values.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { loadStripe, getStripeErrorKey } from '#web/payments/stripe-browser.ts'
import { cardErrors, type TestCardErrors, TestCardFields } from '#web/payments/test-card-fields.tsx'
import { paymentMessages } from '#web/payments/messages.ts'
import { toApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { revealElement } from '#web/ui/reveal.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

export const cardMessages = defineMessages({
  'card.title': 'Saved cards',
  'card.text':
    'We use a saved card only to charge the balance of a booking when you have agreed to it. You can save one card for each country.',
  'card.empty': 'No card saved',
  'card.empty.text': 'Save a card if you want us to charge a balance automatically.',
  'card.back': 'Payments',
  'card.add': 'Save a card',
  'card.add.for': 'Country of your bookings',
  'card.country.GB': 'United Kingdom',
  'card.country.AU': 'Australia',
  'card.country.US': 'United States',
  'card.country.CA': 'Canada',
  'card.name': '{brand} ending {lastFour}',
  'card.expires': '{country}, expires {expires}',
  'card.agreed': 'You agreed on {date}: {words}',
  'card.replace': 'Replace',
  'card.remove': 'Remove',
  'card.remove.title': 'Remove {card}?',
  'card.remove.text':
    'We will no longer charge it. If you had agreed to an automatic payment, we will ask you to pay the balance yourself.',
  'card.remove.keep': 'Keep it',
  'card.removed': 'Card removed.',
  'card.saved': 'Card saved.',
  'card.consent.missing': 'Please agree to save a card.',
  'card.goOn': 'Continue',
  'card.save': 'Save card',
  'card.close': 'Not now',
  'card.error': 'We could not save the card. Try again or use another card.',
  'card.test.success': '4242 4242 4242 4242, succeeds later',
  'card.test.declined': '4000 0000 0000 0341, is declined later',
  'card.test.proof': '4000 0027 6000 3184, needs confirmation each time',
})

const t = createTranslator(cardMessages)

/** Saves a card for a country: consent first, then the gateway's form. */
export function SaveCard({
  country,
  onSaved,
  onClose,
}: {
  country: CountryCode
  onSaved: (card: SavedCard) => void
  onClose?: () => void
}) {
  const [agreed, setAgreed] = useState(false)
  const [missing, setMissing] = useState(false)
  const [setup, setSetup] = useState<CardSetup | null>(null)
  const act = useForm()

  const begin = async () => {
    setMissing(!agreed)
    if (!agreed) return revealElement(document.querySelector<HTMLElement>('[name="save-card"]'))
    const done = await act.run((key) => browserApi().cards.save({ countryCode: country, agreed: true }, { key }))
    if (done) setSetup(done.answer.setup)
  }
  /** Asks the server to confirm the card. Returns an error or null. */
  const keep = async (): Promise<string | null> => {
    if (!setup) return t('card.error')
    const done = await act.run((key) => browserApi().cards.saved({ cardId: setup.id }, { key }), { name: 'keep' })
    if (!done) return null
    const { card } = done.answer
    if (card.state !== 'saved') return t('card.error')
    onSaved(card)
    return null
  }
  return (
    <div className="stack">
      {act.formError && <Note kind="error">{act.formError}</Note>}
      {setup ? (
        setup.gateway === 'stripe' ? (
          <StripeCard setup={setup} keep={keep} />
        ) : (
          <TestCard setup={setup} keep={keep} />
        )
      ) : (
        <>
          <div className="stack gap-4">
            <Checkbox
              name="save-card"
              checked={agreed}
              aria-invalid={missing || undefined}
              aria-describedby={missing ? 'save-card-error' : undefined}
              onChange={(event) => {
                setAgreed(event.target.checked)
                setMissing(false)
              }}>
              {SAVE_CARD_WORDS}
            </Checkbox>
            {missing && <FieldError id="save-card-error">{t('card.consent.missing')}</FieldError>}
          </div>
          <div className="row wrapping">
            <Button kind="secondary" loading={act.pending} onClick={begin}>
              {t('card.goOn')}
            </Button>
            {onClose && (
              <Button kind="quiet" onClick={onClose}>
                {t('card.close')}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  )
}

const p = createTranslator(paymentMessages)

/** Stripe's form for saving a card; authentication opens over the page. */
function StripeCard({ setup, keep }: CardFormProps) {
  const place = useRef<HTMLDivElement>(null)
  const held = useRef<{ stripe: Stripe; elements: StripeElements } | null>(null)
  const [shown, setShown] = useState<'coming' | 'here' | 'failed'>('coming')
  const [error, setError] = useState<string | null>(null)
  const act = useForm()
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
        // Return address of a bank's page, which then requests the result.
        confirmParams: { return_url: `${location.origin}/customer-dashboard/cards?begun=${setup.id}` },
        redirect: 'if_required',
      })
      if (!error) return keep()
      const word = getStripeErrorKey(error)
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
      <Button type="submit" full loading={act.pending}>
        {t('card.save')}
      </Button>
    </form>
  )
}

const known = (Object.keys(savedTestCards) as (keyof typeof savedTestCards)[]).map((name) => ({
  number: savedTestCards[name],
  words: t(`card.test.${name}`),
}))

function TestCard({ setup, keep }: CardFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [card, setCard] = useState({ number: '', expiry: '', code: '' })
  const [failed, setFailed] = useState<string | null>(null)
  const act = useForm({ form })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailed(null)
    const wrong = Object.fromEntries(
      Object.entries(cardErrors(card, new Date())).map(([name, word]) => [name, p(word)]),
    )
    const { clientSecret } = setup
    const done = await act.run(
      async (key) => {
        await browserApi()
          .cards.confirmTestSetup({ clientSecret, ...card }, { key, auth: false })
          .catch((fault) => {
            // The gateway already has the card, but the response was lost.
            if (toApiError(fault).code !== 'state_changed') throw fault
          })
        return keep()
      },
      { errors: wrong },
    )
    if (done) setFailed(done.answer)
  }
  const errors: TestCardErrors = {
    ...act.errors,
    ...((failed ?? act.formError) ? { form: failed ?? act.formError ?? '' } : {}),
  }
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      <TestCardFields
        card={card}
        errors={errors}
        known={known}
        onType={(more) => setCard((now) => ({ ...now, ...more }))}
        onChosen={act.clearErrors}
      />
      <Button type="submit" full loading={act.pending}>
        {t('card.save')}
      </Button>
    </form>
  )
}

type CardSetup = OutputOf<typeof cards.save>['setup']

interface CardFormProps {
  setup: CardSetup
  /** Confirms the card with the server. Returns an error or null. */
  keep: () => Promise<string | null>
}

/** Returns a card's name: Visa ending 4242. */
export const formatCardName = ({ brand, lastFour }: SavedCard): string =>
  t('card.name', { brand: brand.charAt(0).toUpperCase() + brand.slice(1), lastFour })
