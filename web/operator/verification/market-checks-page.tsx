import { type FormEvent, useRef, useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import type { CheckedMarket, CheckFigures } from '#contract/providers/checks/operator-checks.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import consoleStyles from '#web/operator/console.module.css'
import { WholeTable } from '#web/operator/table.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { Note } from '#web/ui/note.tsx'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { operatorCheckMessages } from './check-messages.ts'

const t = createTranslator(operatorCheckMessages)

export const clientLoader = requireSession(() => browserApi().operatorChecks.catalogue({}))

export const HydrateFallback = Undetermined

export default function MarketChecksPage() {
  const { markets } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const [editing, setEditing] = useState<MarketCheck | null>(null)
  return (
    <ConsoleFrame title={t('checks.title')} text={t('checks.text')}>
      <ChecksTable markets={markets} onChange={setEditing} />
      {editing && (
        <CheckDialog
          key={`${editing.market.countryCode} ${editing.check.kind}`}
          {...editing}
          onClose={() => setEditing(null)}
          onDone={() => {
            setEditing(null)
            showToast('success', t('checks.saved'))
            revalidate()
          }}
        />
      )}
    </ConsoleFrame>
  )
}

export { ConsoleError as ErrorBoundary }

type MarketCheck = { market: CheckedMarket; check: CheckFigures }

const ChecksTable = ({
  markets,
  onChange,
}: {
  markets: readonly CheckedMarket[]
  onChange: (check: MarketCheck) => void
}) => (
  <WholeTable
    file="checks"
    caption={t('checks.title')}
    rows={markets.flatMap((market) => market.checks.map((check) => ({ market, check })))}
    rowKey={({ market, check }) => `${market.countryCode} ${check.kind}`}
    group={({ market: { name, verified, artists } }) => t('checks.market', { name, verified, artists })}
    onOpen={onChange}
    empty={null}
    columns={[
      { id: 'check', label: t('docs.check'), width: 40, cell: ({ check }) => check.label, wraps: true },
      { id: 'proves', label: t('checks.proves'), width: 60, cell: ({ check }) => check.proves, wraps: true },
      {
        id: 'asked',
        label: t('checks.asked'),
        isLead: true,
        cell: ({ check: { asked } }) => (
          <Badge look={asked === 'required' ? 'jadeSoft' : asked === 'wanted' ? 'info' : 'disabled'}>
            {t(`checks.${asked}`)}
          </Badge>
        ),
      },
      {
        id: 'months',
        label: t('checks.months'),
        isLabelled: true,
        cell: ({ check: { holdsMonths } }) =>
          holdsMonths === null ? t('checks.months.ever') : t('checks.months.n', { n: holdsMonths }),
      },
      {
        id: 'stands',
        label: t('checks.stands'),
        kind: 'number',
        isLabelled: true,
        cell: ({ check }) => check.stands,
      },
    ]}
  />
)

const ways = ['required', 'wanted', 'off'] as const

interface CheckDialogProps {
  market: CheckedMarket
  check: CheckFigures
  onClose: () => void
  onDone: () => void
}

/** Settings of a check; shows how many badges depend on it. */
function CheckDialog({ market: { countryCode, name }, check, onClose, onDone }: CheckDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const { formError, errors, pending, run } = useForm({ form })
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
      { errors: wrong },
    )
    if (done) onDone()
  }
  const title = t('checks.change.title', { label: check.label, country: name })
  return (
    <Dialog open onClose={onClose} label={title} className={consoleStyles.wide}>
      <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
        <h2 className="heading-3">{title}</h2>
        <p className="muted">{t('checks.change.text')}</p>
        {formError && <Note kind="error">{formError}</Note>}
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
          <Button type="submit" loading={pending}>
            {t('checks.change')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
