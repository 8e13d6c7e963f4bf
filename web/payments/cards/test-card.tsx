import { type FormEvent, useRef, useState } from 'react'
import { savedTestCards } from '#contract/payments/cards.ts'
import { reader } from '#contract/words.ts'
import { apiErrorOf } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { cardErrors } from '#web/payments/card-fields.ts'
import { type TestCardErrors, TestCardFields } from '#web/payments/test-card-fields.tsx'
import { paymentWords } from '#web/payments/words.ts'
import { Button } from '#web/ui/button.tsx'
import type { CardFormProps } from './card-setup.ts'
import { cardWords } from './card-words.ts'

const t = reader(cardWords)
const p = reader(paymentWords)
const known = (Object.keys(savedTestCards) as (keyof typeof savedTestCards)[]).map((name) => ({
  number: savedTestCards[name],
  words: t(`card.test.${name}`),
}))

/** The form of the test bank for a card that is to be saved. */
export function TestCard({ setup, keep }: CardFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [card, setCard] = useState({ number: '', expiry: '', code: '' })
  const [failed, setFailed] = useState<string | null>(null)
  const act = useAct({ form })
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
            // The bank has a card already, and nobody has heard of it.
            if (apiErrorOf(fault).code !== 'state_changed') throw fault
          })
        return keep()
      },
      { wrong },
    )
    if (done) setFailed(done.answer)
  }
  const errors: TestCardErrors = { ...act.errors, ...((failed ?? act.said) ? { form: failed ?? act.said ?? '' } : {}) }
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      <TestCardFields
        card={card}
        errors={errors}
        known={known}
        onType={(more) => setCard((now) => ({ ...now, ...more }))}
        onChosen={act.clear}
      />
      <Button type="submit" full loading={act.waiting}>
        {t('card.save')}
      </Button>
    </form>
  )
}
