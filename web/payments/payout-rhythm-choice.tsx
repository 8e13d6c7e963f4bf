import { useState } from 'react'
import { type Payouts, PayoutRhythm } from '#contract/payments/payments.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Radio } from '#web/ui/fields/choice.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { paymentMessages } from './messages.ts'

export function PayoutRhythmChoice({
  rhythm,
  country,
  onKept,
}: {
  rhythm: PayoutRhythm
  country: Country
  onKept: (now: Payouts) => void
}) {
  const t = createTranslator(paymentMessages, country)
  const { run } = useForm({ toasts: true })
  // Optimistic; reverts if refused.
  const [choosing, setChoosing] = useState<PayoutRhythm | null>(null)
  const choose = async (chosen: PayoutRhythm) => {
    setChoosing(chosen)
    const done = await run((key) => browserApi().earnings.setRhythm({ rhythm: chosen }, { key }))
    setChoosing(null)
    if (!done) return
    onKept(done.answer)
    showToast('success', t('payouts.rhythm.saved'))
  }
  return (
    <fieldset className="stack gap-8">
      <legend className="visually-hidden">{t('payouts.rhythm')}</legend>
      {PayoutRhythm.options.map((option) => (
        <Radio key={option} name="rhythm" checked={(choosing ?? rhythm) === option} onChange={() => choose(option)}>
          {t(`payouts.rhythm.${option}`)}
        </Radio>
      ))}
    </fieldset>
  )
}
