import { useId } from 'react'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useProgramMessages } from './program-messages.ts'

interface SureDialogProps<T> {
  /** The subject; null closes it. */
  of: T | null
  title: (of: T) => string
  text: (of: T) => string
  act: string
  run: (of: T) => Promise<unknown>
  onClose: () => void
  onDone: (of: T) => void
}

export function SureDialog<T>({ of, title, ...rest }: SureDialogProps<T>) {
  return (
    <Dialog open={of !== null} onClose={rest.onClose} label={of === null ? '' : title(of)}>
      {of !== null && <Sure of={of} title={title} {...rest} />}
    </Dialog>
  )
}

function Sure<T>({ of, title, text, act, run, onClose, onDone }: SureDialogProps<T> & { of: T }) {
  const { t } = useProgramMessages()
  const { formError, pending, run: runAct } = useForm()
  const sure = async () => {
    if (!(await runAct(() => run(of)))) return
    onClose()
    onDone(of)
  }
  return (
    <div className="stack">
      <h2 className="heading-3">{title(of)}</h2>
      <p className="muted">{text(of)}</p>
      {formError && <Note kind="error">{formError}</Note>}
      <div className={dialogStyles.modalFoot}>
        <Button kind="secondary" onClick={onClose}>
          {t('programs.back')}
        </Button>
        <Button kind="danger" loading={pending} onClick={sure}>
          {act}
        </Button>
      </div>
    </div>
  )
}

interface CheckboxesProps<T extends string> {
  label: string
  name: string
  options: readonly (readonly [T, string])[]
  chosen: readonly T[]
  error: string | null
  onChange: (chosen: T[]) => void
}

export function Checkboxes<T extends string>({ label, name, options, chosen, error, onChange }: CheckboxesProps<T>) {
  const id = useId()
  return (
    <fieldset className="stack gap-4" aria-describedby={error ? id : undefined}>
      <legend className="bold">{label}</legend>
      <div className="field-grid even">
        {options.map(([value, words], i) => (
          <Checkbox
            key={value}
            name={i === 0 ? name : undefined}
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }>
            {words}
          </Checkbox>
        ))}
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}
