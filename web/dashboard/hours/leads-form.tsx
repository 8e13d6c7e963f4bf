import type { ProviderHours } from '#contract/providers/hours.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/signup/forms/use-form.ts'
import { SelectField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import type { HoursFormProps } from './hours-part.tsx'
import { useHoursWords } from './use-hours-words.ts'
import styles from './hours-page.module.css'

const notices = [0, 2, 3, 6, 12, 24, 48, 72, 168, 336, 504, 672]
const horizons = [14, 30, 60, 90, 180, 365, 548, 730]
const withKept = (list: readonly number[], kept: number | null): number[] =>
  kept === null ? [...list] : [...new Set([...list, kept])].sort((a, b) => a - b)

type Lead = Pick<ProviderHours['leads'][number], 'noticeHours' | 'horizonDays'>

/** Notice and horizon of all work, and of the kinds for which they differ. */
export function LeadsForm({ id, hours, onSaved, onState }: HoursFormProps) {
  const { t } = useHoursWords()
  const { draft, change, problem, submit, form } = useForm({
    start: { noticeHours: hours.noticeHours, horizonDays: hours.horizonDays, leads: hours.leads },
    send: ({ leads, ...usual }) =>
      browserApi().ownHours.leads({ ...usual, leads: leads.map(({ label: _, ...lead }) => lead) }),
    onSaved,
    onState,
  })
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="card pad-24 stack">
      {problem && <Note kind="error">{problem}</Note>}
      <LeadFields
        type={t('hours.leads.all')}
        lead={draft}
        onChange={({ noticeHours, horizonDays }) =>
          change({ ...(noticeHours == null ? {} : { noticeHours }), ...(horizonDays == null ? {} : { horizonDays }) })
        }
      />
      {draft.leads.map((lead) => (
        <LeadFields
          key={lead.typeId}
          type={lead.label}
          lead={lead}
          may
          onChange={(part) =>
            change({ leads: draft.leads.map((one) => (one.typeId === lead.typeId ? { ...one, ...part } : one)) })
          }
        />
      ))}
    </form>
  )
}

function LeadFields({
  type,
  lead,
  may = false,
  onChange,
}: {
  type: string
  lead: Lead
  /** Whether they may be the same as those of all work. */
  may?: boolean
  onChange: (part: Partial<Lead>) => void
}) {
  const { t } = useHoursWords()
  const notice = (hours: number) =>
    hours === 0
      ? t('hours.lead.now')
      : hours > 24 && hours % 24 === 0
        ? t('hours.lead.days', { n: hours / 24 })
        : t('hours.lead.hours', { n: hours })
  const horizon = (days: number) =>
    days >= 60 ? t('hours.lead.months', { n: Math.round(days / 30.4) }) : t('hours.lead.days', { n: days })
  const numberOf = (value: string) => (value === '' ? null : Number(value))
  return (
    <div className={styles.lead}>
      <SelectField
        label={t('hours.lead.notice', { type })}
        value={lead.noticeHours ?? ''}
        onChange={({ target }) => onChange({ noticeHours: numberOf(target.value) })}>
        {may && <option value="">{t('hours.lead.same')}</option>}
        {withKept(notices, lead.noticeHours).map((hours) => (
          <option key={hours} value={hours}>
            {notice(hours)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('hours.lead.horizon', { type })}
        value={lead.horizonDays ?? ''}
        onChange={({ target }) => onChange({ horizonDays: numberOf(target.value) })}>
        {may && <option value="">{t('hours.lead.same')}</option>}
        {withKept(horizons, lead.horizonDays).map((days) => (
          <option key={days} value={days}>
            {horizon(days)}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
