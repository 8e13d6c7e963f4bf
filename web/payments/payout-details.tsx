import { type FormEvent, useRef, useState } from 'react'
import type { Payouts } from '#contract/payments/payments.ts'
import { type Country, reader } from '#contract/words.ts'
import { useSending } from '#web/accounts/links/use-sending.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import './payments.css'
import { paymentWords } from './words.ts'

interface Props {
  details: Payouts['details']
  name: string
  country: Country
  /** They came back because the form of the payment service had run out. */
  again: boolean
  onKept: (now: Payouts) => void
}

/** Where earnings go: how it stands, and the way to give or change it. */
export function PayoutDetails(props: Props) {
  const { details, country } = props
  const t = reader(paymentWords, country)
  return (
    <>
      {details.state === 'ready' && <Note kind="success">{t('ppay.ready', { last4: details.label.slice(-4) })}</Note>}
      {details.state === 'none' && <Note kind="warning">{t('ppay.missing')}</Note>}
      {details.state === 'pending' && <Note kind="info">{t('ppay.pending')}</Note>}
      {details.state === 'restricted' && <Note kind="error">{t('ppay.failed')}</Note>}
      <p className="mut">{t(details.gateway === 'test' ? 'ppay.details.test' : 'ppay.details.text')}</p>
      {details.gateway === 'test' ? <TestDetails {...props} /> : <Onboarding {...props} />}
    </>
  )
}

function TestDetails({ details, name, country, onKept }: Props) {
  const t = reader(paymentWords, country)
  const form = useRef<HTMLFormElement>(null)
  const { errors, busy, send } = useSending(form)
  const [typed, setTyped] = useState({ holder: name, number: '' })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = {
      ...(typed.holder.trim() ? {} : { holder: t('ppay.holder.error') }),
      ...(/^\d{6,17}$/.test(typed.number.replace(/[\s-]/g, '')) ? {} : { number: t('ppay.number.error') }),
    }
    const done = await send(wrong, () => browserApi().earnings.setTestDetails(typed, { key: crypto.randomUUID() }))
    if (!done) return
    setTyped({ ...typed, number: '' })
    onKept(done.answer)
  }
  const failed = errors['form'] ?? errors['fault']
  return (
    <form ref={form} className="stack narrow" method="post" noValidate onSubmit={submit}>
      {failed && <Note kind="error">{failed}</Note>}
      <TextField
        label={t('ppay.holder')}
        name="holder"
        maxLength={80}
        autoComplete="off"
        value={typed.holder}
        error={errors['holder'] ?? null}
        onChange={({ target }) => setTyped({ ...typed, holder: target.value })}
      />
      <TextField
        label={t('ppay.number')}
        name="number"
        inputMode="numeric"
        autoComplete="off"
        maxLength={24}
        value={typed.number}
        error={errors['number'] ?? null}
        onChange={({ target }) => setTyped({ ...typed, number: target.value })}
      />
      <div>
        <Button type="submit" loading={busy}>
          {t(details.state === 'ready' ? 'ppay.change' : 'ppay.save')}
        </Button>
      </div>
    </form>
  )
}

function Onboarding({ details, country, again }: Props) {
  const t = reader(paymentWords, country)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const go = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const { url } = await browserApi().earnings.onboard({}, { key: crypto.randomUUID() })
      location.assign(url)
    } catch (fault) {
      setProblem((fault instanceof ApiError ? fault : new ApiError(0, {})).message)
      setBusy(false)
    }
  }
  return (
    <>
      {problem && <Note kind="error">{problem}</Note>}
      <div>
        <Button loading={busy} onClick={go}>
          {t(
            again || details.state === 'pending'
              ? 'ppay.goOn'
              : details.state === 'none'
                ? 'ppay.start'
                : 'ppay.change',
          )}
        </Button>
      </div>
    </>
  )
}
