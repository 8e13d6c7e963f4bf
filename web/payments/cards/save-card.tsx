import { useState } from 'react'
import { SAVE_CARD_WORDS, type SavedCard } from '#contract/payments/cards.ts'
import type { CountryCode } from '#contract/values.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import type { CardSetup } from './card-setup.ts'
import { cardWords } from './card-words.ts'
import { StripeCard } from './stripe-card.tsx'
import { TestCard } from './test-card.tsx'
import { reveal } from '#web/ui/reveal.ts'

const t = reader(cardWords)

/** Saves a card for a country: first its owner agrees to what it may be used for, then the card goes to the payment service. */
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
  const act = useAct()

  const begin = async () => {
    setMissing(!agreed)
    if (!agreed) return reveal(document.querySelector<HTMLElement>('[name="save-card"]'))
    const done = await act.run((key) => browserApi().cards.save({ countryCode: country, agreed: true }, { key }))
    if (done) setSetup(done.answer.setup)
  }
  /** The payment service is asked whether it has the card; answers what is wrong where it has not. */
  const keep = async (): Promise<string | null> => {
    if (!setup) return t('card.error')
    const done = await act.run((key) => browserApi().cards.saved({ cardId: setup.id }, { key }), { as: 'keep' })
    if (!done) return null
    const { card } = done.answer
    if (card.state !== 'saved') return t('card.error')
    onSaved(card)
    return null
  }
  return (
    <div className="stack">
      {act.said && <Note kind="error">{act.said}</Note>}
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
            <Button kind="secondary" loading={act.waiting} onClick={begin}>
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
