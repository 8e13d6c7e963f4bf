import { type FormEvent, useRef, useState } from 'react'
import type { HoursWindow, ProviderHours } from '#contract/providers/hours.ts'
import { LeaveGuard } from '#web/dashboard/dashboard-frame.tsx'
import { FormSection } from '#web/dashboard/own-profile/form-card.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/fields/choice.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import moneyListStyles from '#web/ui/money-list.module.css'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useHoursMessages } from './hours-messages.ts'
import { WindowsEditor } from './hours-fields.tsx'

interface ExceptionsCardProps {
  hours: ProviderHours
  onSaved: (hours: ProviderHours) => void
}

export function ExceptionsCard({ hours, onSaved }: ExceptionsCardProps) {
  const { t, days, said } = useHoursMessages()
  const { isPending, run } = useForm({ toasts: true })
  const remove = async ({ id, label }: ProviderHours['exceptions'][number]) => {
    const done = await run(() => browserApi().providerHours.removeException({ id }), { name: id })
    if (!done) return
    showToast('success', t('hours.exception.removed', { label }))
    onSaved(done.answer)
  }
  return (
    <FormSection
      at="exceptions"
      title={t('hours.exceptions')}
      text={t('hours.exceptions.text')}
      folded={t('hours.exceptions.count', { n: hours.exceptions.length })}>
      {hours.exceptions.length > 0 && (
        <ul className={moneyListStyles.moneyList}>
          {hours.exceptions.map((one) => (
            <li key={one.id}>
              <div className="stack gap-4 can-shrink">
                <b className="bold">{one.label}</b>
                <span className="small muted">
                  {days(one.from, one.until)}: {said(one.windows)}
                </span>
              </div>
              <Button
                kind="secondary"
                size="small"
                loading={isPending(one.id)}
                aria-label={t('hours.exception.remove.one', { label: one.label })}
                onClick={() => remove(one)}>
                {t('hours.exception.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <NewException today={hours.today} onSaved={onSaved} />
    </FormSection>
  )
}

const empty = { from: '', until: '', label: '' }
const someHours: HoursWindow[] = [{ opens: '09:00', closes: '13:00' }]

function NewException({ today, onSaved }: { today: string; onSaved: (hours: ProviderHours) => void }) {
  const { t } = useHoursMessages()
  const form = useRef<HTMLFormElement>(null)
  const { errors, formError, pending, run } = useForm({ form })
  const [draft, setDraft] = useState(empty)
  const [open, setOpen] = useState(false)
  const [windows, setWindows] = useState(someHours)
  const put = (part: Partial<typeof empty>) => setDraft((before) => ({ ...before, ...part }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const until = draft.until || draft.from
    const done = await run(
      () => browserApi().providerHours.addException({ ...draft, until, windows: open ? windows : [] }),
      {
        errors: {
          ...(draft.label.trim() ? {} : { label: t('hours.exception.error') }),
          ...(draft.from ? {} : { from: t('hours.exception.missing') }),
        },
      },
    )
    if (!done) return
    setDraft(empty)
    showToast('success', t('hours.exception.added'))
    onSaved(done.answer)
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="card pad-24 stack">
      {formError && <Note kind="error">{formError}</Note>}
      <TextField
        name="label"
        label={t('hours.exception.label')}
        value={draft.label}
        maxLength={80}
        error={errors['label']}
        onChange={(event) => put({ label: event.target.value })}
      />
      <div className="field-grid even">
        <TextField
          type="date"
          name="from"
          label={t('hours.season.from')}
          value={draft.from}
          min={today}
          error={errors['from']}
          onChange={(event) => put({ from: event.target.value })}
        />
        <TextField
          type="date"
          name="until"
          label={t('hours.season.until')}
          optional={t('hours.optional')}
          value={draft.until}
          min={draft.from || today}
          error={errors['until']}
          onChange={(event) => put({ until: event.target.value })}
        />
      </div>
      <fieldset className="stack gap-4">
        <legend className="field-label">{t('hours.exception.kind')}</legend>
        <Radio name="kind" checked={!open} onChange={() => setOpen(false)}>
          {t('hours.exception.closed')}
        </Radio>
        <Radio name="kind" checked={open} onChange={() => setOpen(true)}>
          {t('hours.exception.open')}
        </Radio>
      </fieldset>
      {open && (
        <WindowsEditor
          day={t('hours.exception.those')}
          windows={windows}
          path="windows"
          errors={errors}
          onChange={setWindows}
        />
      )}
      <div>
        <Button type="submit" kind="secondary" loading={pending}>
          {t('hours.exception.add')}
        </Button>
      </div>
      <LeaveGuard unsaved={draft !== empty} />
    </form>
  )
}
