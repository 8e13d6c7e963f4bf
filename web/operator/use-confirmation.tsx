import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { type ActKeys, type Errors, useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { controlMessages } from './control-messages.ts'
import { operatorMessages } from './messages.ts'

const t = createTranslator(operatorMessages)

/** An action to confirm: effect, and how to run it with a reason. */
export type Confirmation = {
  title: string
  text: string
  /** What else happens to other people, such as bookings that end. */
  warning?: string | undefined
  act: string
  danger?: boolean
  fields?: ReactNode
  plain?: boolean
  run: (reason: string, key: ActKeys) => Promise<unknown>
}

/** Confirms actions on people or money, then reloads the page. Returns the function that asks, and its dialog. */
export function useConfirmation({
  onDone,
  silent = false,
}: {
  onDone?: () => void
  silent?: boolean
} = {}): [confirm: (confirmation: Confirmation) => void, dialog: ReactNode] {
  const { revalidate } = useRevalidator()
  const [shown, setShown] = useState<Confirmation | null>(null)
  const form = useRef<HTMLFormElement>(null)
  // Kept when the dialog closes, so that confirming twice uses the same idempotency key.
  const act = useForm({ form })
  const confirm = (next: Confirmation) => {
    act.clearErrors()
    setShown(next)
  }
  const done = (answer: unknown) => {
    setShown(null)
    if (!silent)
      showToast('success', waits(answer) ? formatMessage(controlMessages['operator.asked']) : t('operator.saved'))
    onDone?.()
    revalidate()
  }
  const dialog = (
    <Dialog open={shown !== null} onClose={() => setShown(null)} label={shown?.title ?? ''}>
      {shown && (
        <ConfirmationForm
          key={shown.title}
          form={form}
          act={act}
          confirmation={shown}
          onDone={done}
          onClose={() => setShown(null)}
        />
      )}
    </Dialog>
  )
  return [confirm, dialog]
}

// Actions that need a second operator are requested, not done.
const waits = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'waits' in answer && answer.waits === true

interface ConfirmationFormProps {
  confirmation: Confirmation
  form: RefObject<HTMLFormElement | null>
  act: ReturnType<typeof useForm>
  onDone: (answer: unknown) => void
  onClose: () => void
}

function ConfirmationForm({ confirmation, form, act, onDone, onClose }: ConfirmationFormProps) {
  const [reason, setReason] = useState('')
  const { errors, pending, run } = act
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong: Errors = confirmation.plain ? {} : validateReason(reason)
    const done = await run((key) => confirmation.run(reason.trim(), key), { errors: wrong })
    if (done) onDone(done.answer)
  }
  // Errors of the caller's own fields are shown above.
  const [refused] = Object.entries(errors).flatMap(([name, said]) => (name === 'reason' ? [] : [said]))
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      <h2 className="heading-3">{confirmation.title}</h2>
      <p className="muted">{confirmation.text}</p>
      {confirmation.warning && <Note kind="warning">{confirmation.warning}</Note>}
      {refused && <Note kind="error">{refused}</Note>}
      {confirmation.fields}
      {!confirmation.plain && <ReasonField value={reason} error={errors['reason']} onChange={setReason} />}
      <div className={dialogStyles.modalFoot}>
        <Button kind="secondary" onClick={onClose}>
          {t('operator.back')}
        </Button>
        <Button type="submit" kind={confirmation.danger ? 'danger' : 'primary'} loading={pending}>
          {confirmation.act}
        </Button>
      </div>
    </form>
  )
}

interface ReasonFieldProps {
  value: string
  error: string | undefined
  onChange: (reason: string) => void
}

export const ReasonField = ({ value, error, onChange }: ReasonFieldProps) => (
  <TextAreaField
    label={t('operator.reason')}
    hint={t('operator.reason.hint')}
    name="reason"
    rows={2}
    maxLength={500}
    value={value}
    error={error ?? null}
    onChange={(event) => onChange(event.target.value)}
  />
)

export const validateReason = (reason: string): { reason?: string } =>
  reason.trim().length < 3 ? { reason: t('operator.reason.error') } : {}
