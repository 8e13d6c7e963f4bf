import { type FormEvent, useRef, useState } from 'react'
import type { CheckedMarket, CheckFigures } from '#contract/providers/checks/operator-checks.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { operatorCheckWords } from './check-words.ts'
import consoleStyles from '#web/operator/console.module.css'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'

const t = reader(operatorCheckWords)
const ways = ['required', 'wanted', 'off'] as const

interface CheckDialogProps {
  market: CheckedMarket
  check: CheckFigures
  onClose: () => void
  onDone: () => void
}

/** What a market asks of a check; how many badges stand by it is said before it is saved. */
export function CheckDialog({ market: { countryCode, name }, check, onClose, onDone }: CheckDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const { said, errors, waiting, run } = useAct({ form })
  const [draft, setDraft] = useState({
    label: check.label,
    asked: check.asked,
    months: check.holdsMonths === null ? '' : String(check.holdsMonths),
    proves: check.proves,
    reason: '',
  })
  const set = (more: Partial<typeof draft>) => setDraft({ ...draft, ...more })
  const { kind } = check
  const { answer: preview } = useAnswer(draft.asked === check.asked ? null : draft.asked, () =>
    browserApi().operatorChecks.preview({ countryCode, kind, asked: draft.asked }),
  )
  const months = readNumber(draft.months, 'whole')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = {
      ...(draft.label.trim() ? {} : { label: t('checks.label.error') }),
      ...(months === null || (months >= 1 && months <= 120) ? {} : { holdsMonths: t('checks.months.error') }),
      ...(draft.proves.trim() ? {} : { proves: t('checks.proves.error') }),
      ...(draft.reason.trim().length < 3 ? { reason: t('checks.reason.error') } : {}),
    }
    const { label, asked, proves, reason } = draft
    const done = await run(
      () =>
        browserApi().operatorChecks.change({ countryCode, kind, label, asked, holdsMonths: months, proves, reason }),
      { wrong },
    )
    if (done) onDone()
  }
  const title = t('checks.change.title', { label: check.label, country: name })
  return (
    <Dialog open onClose={onClose} label={title} className={consoleStyles.wide}>
      <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
        <h2 className="heading-3">{title}</h2>
        <p className="muted">{t('checks.change.text')}</p>
        {said && <Note kind="error">{said}</Note>}
        <TextField
          label={t('checks.label')}
          name="label"
          maxLength={60}
          value={draft.label}
          error={errors['label'] ?? null}
          onChange={(event) => set({ label: event.target.value })}
        />
        <SelectField
          label={t('checks.asked')}
          name="asked"
          value={draft.asked}
          disabled={kind === 'identity'}
          hint={kind === 'identity' ? t('checks.identity') : undefined}
          error={errors['asked'] ?? null}
          onChange={(event) => set({ asked: event.target.value as typeof draft.asked })}>
          {ways.map((way) => (
            <option key={way} value={way}>
              {t(`checks.${way}`)}
            </option>
          ))}
        </SelectField>
        <div aria-live="polite">
          {preview && <Note kind="info">{t('checks.preview', { before: preview.before, after: preview.after })}</Note>}
        </div>
        <NumberField
          label={t('checks.months.field')}
          name="holdsMonths"
          kind="whole"
          hint={t('checks.months.hint')}
          value={draft.months}
          error={errors['holdsMonths'] ?? null}
          onChange={(typed) => set({ months: typed })}
        />
        <TextAreaField
          label={t('checks.proves')}
          name="proves"
          rows={2}
          maxLength={300}
          value={draft.proves}
          error={errors['proves'] ?? null}
          onChange={(event) => set({ proves: event.target.value })}
        />
        <TextField
          label={t('checks.reason')}
          name="reason"
          maxLength={500}
          value={draft.reason}
          error={errors['reason'] ?? null}
          onChange={(event) => set({ reason: event.target.value })}
        />
        <div className={dialogStyles.modalFoot}>
          <Button kind="secondary" onClick={onClose}>
            {t('back')}
          </Button>
          <Button type="submit" loading={waiting}>
            {t('checks.change')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
