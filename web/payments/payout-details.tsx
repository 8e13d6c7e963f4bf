import { type FormEvent, useRef, useState } from 'react'
import type { Payouts } from '#contract/payments/payments.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { useForm } from '#web/platform/use-form.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { paymentMessages } from './messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './payout-details.module.css'

interface Props {
  details: Payouts['details']
  name: string
  country: Country
  again: boolean
  onKept: (now: Payouts) => void
}

export function PayoutDetails(props: Props) {
  const { details, country } = props
  const t = createTranslator(paymentMessages, country)
  return (
    <>
      {details.state === 'ready' && (
        <Note kind="success">{t('payouts.ready', { last4: details.label.slice(-4) })}</Note>
      )}
      {details.state === 'none' && <Note kind="warning">{t('payouts.missing')}</Note>}
      {details.state === 'pending' && <Note kind="info">{t('payouts.pending')}</Note>}
      {details.state === 'restricted' && <Note kind="error">{t('payouts.failed')}</Note>}
      {(details.gateway !== 'test' || details.state !== 'ready') && (
        <p className="muted">{t(details.gateway === 'test' ? 'payouts.details.test' : 'payouts.details.text')}</p>
      )}
      {details.gateway === 'test' ? <TestDetails {...props} /> : <Onboarding {...props} />}
    </>
  )
}

/** The test gateway's form; collapsed behind Edit once there are details. */
function TestDetails(props: Props) {
  const { details, country, onKept } = props
  const t = createTranslator(paymentMessages, country)
  const ready = details.state === 'ready'
  const [editing, setEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const close = () => {
    setEditing(false)
    requestAnimationFrame(() => edit.current?.focus())
  }
  if (ready && !editing)
    return (
      <div>
        <Button ref={edit} kind="secondary" onClick={() => setEditing(true)}>
          {t('payouts.edit')}
        </Button>
      </div>
    )
  return (
    <TestDetailsForm
      {...props}
      onKept={(now) => {
        onKept(now)
        if (ready) close()
      }}
      onCancel={ready ? close : null}
    />
  )
}

function TestDetailsForm({ details, name, country, onKept, onCancel }: Props & { onCancel: (() => void) | null }) {
  const t = createTranslator(paymentMessages, country)
  const form = useRef<HTMLFormElement>(null)
  const { errors, pending, run, formError } = useForm({ form })
  const [typed, setTyped] = useState({ holder: name, number: '' })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = {
      ...(typed.holder.trim() ? {} : { holder: t('payouts.holder.error') }),
      ...(/^\d{6,17}$/.test(typed.number.replace(/[\s-]/g, '')) ? {} : { number: t('payouts.number.error') }),
    }
    const done = await run((key) => browserApi().earnings.setTestDetails(typed, { key }), { errors: wrong })
    if (!done) return
    setTyped({ ...typed, number: '' })
    onKept(done.answer)
  }
  return (
    <form ref={form} className={joinClasses('stack', styles.narrow)} method="post" noValidate onSubmit={submit}>
      {formError && <Note kind="error">{formError}</Note>}
      <TextField
        label={t('payouts.holder')}
        name="holder"
        maxLength={80}
        autoComplete="off"
        // Focus moves to the form after Edit.
        autoFocus={onCancel !== null}
        value={typed.holder}
        error={errors['holder'] ?? null}
        onChange={({ target }) => setTyped({ ...typed, holder: target.value })}
      />
      <TextField
        label={t('payouts.number')}
        name="number"
        inputMode="numeric"
        autoComplete="off"
        maxLength={24}
        value={typed.number}
        error={errors['number'] ?? null}
        onChange={({ target }) => setTyped({ ...typed, number: target.value })}
      />
      <div className="row gap-8 wrapping">
        <Button type="submit" loading={pending}>
          {t(details.state === 'ready' ? 'payouts.change' : 'payouts.save')}
        </Button>
        {onCancel && (
          <Button kind="quiet" onClick={onCancel}>
            {t('payouts.cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}

function Onboarding({ details, country, again }: Props) {
  const t = createTranslator(paymentMessages, country)
  const { pending, formError, run } = useForm()
  const go = async () => {
    const done = await run((key) => browserApi().earnings.onboard({}, { key }), { staysPending: true })
    if (done) location.assign(done.answer.url)
  }
  return (
    <>
      {formError && <Note kind="error">{formError}</Note>}
      <div>
        <Button loading={pending} onClick={go}>
          {t(
            again || details.state === 'pending'
              ? 'payouts.goOn'
              : details.state === 'none'
                ? 'payouts.start'
                : 'payouts.change',
          )}
        </Button>
      </div>
    </>
  )
}
