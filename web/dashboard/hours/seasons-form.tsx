import { Plus } from 'lucide-react'
import type { Season, Week } from '#contract/providers/hours.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { type Errors, useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/fields/choice.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { type HoursFormProps, WeekEditor, YearDayFields } from './hours-fields.tsx'
import { useHoursMessages } from './hours-messages.ts'

/** A season in the form; `key` identifies it. */
type Draft = { key: number; yearly: boolean; name: string; from: string; until: string; week: Week }

let keys = 0
const drafted = (season: Season): Draft => ({ ...season, key: ++keys })

export function SeasonsForm({ id, hours, onSaved, onState }: HoursFormProps) {
  const { t } = useHoursMessages()
  const { draft, change, errors, formError, submit, form } = useForm({
    start: { seasons: hours.seasons.map(drafted) },
    check: ({ seasons }): Errors =>
      Object.fromEntries(
        seasons.flatMap(({ name, from, until }, i) => [
          ...(name.trim() ? [] : [[`seasons.${i}.name`, t('hours.season.error')]]),
          ...(from ? [] : [[`seasons.${i}.from`, t('hours.exception.missing')]]),
          ...(until ? [] : [[`seasons.${i}.until`, t('hours.exception.missing')]]),
        ]),
      ),
    send: ({ seasons }) =>
      browserApi().providerHours.seasons({ seasons: seasons.map(({ key: _, ...season }) => season) }),
    onSaved,
    onState,
  })
  const put = (key: number, part: Partial<Draft>) =>
    change({ seasons: draft.seasons.map((each) => (each.key === key ? { ...each, ...part } : each)) })
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack">
      {formError && <Note kind="error">{formError}</Note>}
      {draft.seasons.map((season, i) => (
        <fieldset key={season.key} className="card pad-24 stack">
          <legend className="visually-hidden">{season.name || t('hours.season.unnamed')}</legend>
          <SeasonFields
            season={season}
            path={`seasons.${i}`}
            errors={errors}
            onChange={(part) => put(season.key, part)}
          />
          <div>
            <Button
              kind="quiet"
              size="small"
              onClick={() => change({ seasons: draft.seasons.filter(({ key }) => key !== season.key) })}>
              {t('hours.season.remove', { name: season.name || t('hours.season.unnamed') })}
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          kind="secondary"
          onClick={() =>
            change({
              seasons: [
                ...draft.seasons,
                { key: ++keys, yearly: true, name: '', from: '12-01', until: '12-31', week: hours.week },
              ],
            })
          }>
          <Plus className="icon" aria-hidden="true" />
          {t('hours.season.new')}
        </Button>
      </div>
    </form>
  )
}

function SeasonFields({
  season,
  path,
  errors,
  onChange,
}: {
  season: Draft
  path: string
  errors: Errors
  onChange: (part: Partial<Draft>) => void
}) {
  const { t } = useHoursMessages()
  const turned = (yearly: boolean) =>
    onChange({
      yearly,
      // Converts between yearly dates and dates of this year.
      from: yearly ? season.from.slice(-5) : toDateThisYear(season.from),
      until: yearly ? season.until.slice(-5) : toDateThisYear(season.until),
    })
  return (
    <>
      <TextField
        label={t('hours.season.name')}
        value={season.name}
        maxLength={60}
        error={errors[`${path}.name`]}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <fieldset className="stack gap-4">
        <legend className="field-label">{t('hours.season.repeats')}</legend>
        <Radio name={`repeats-${season.key}`} checked={season.yearly} onChange={() => turned(true)}>
          {t('hours.season.yearly')}
        </Radio>
        <Radio name={`repeats-${season.key}`} checked={!season.yearly} onChange={() => turned(false)}>
          {t('hours.season.once')}
        </Radio>
      </fieldset>
      <div className="field-grid even">
        {(['from', 'until'] as const).map((end) =>
          season.yearly ? (
            <YearDayFields
              key={end}
              label={t(`hours.season.${end}`)}
              day={season[end]}
              onChange={(day) => onChange({ [end]: day })}
            />
          ) : (
            <TextField
              key={end}
              type="date"
              label={t(`hours.season.${end}`)}
              value={season[end]}
              error={errors[`${path}.${end}`]}
              onChange={(event) => onChange({ [end]: event.target.value })}
            />
          ),
        )}
      </div>
      <WeekEditor week={season.week} path={`${path}.week`} errors={errors} onChange={(week) => onChange({ week })} />
    </>
  )
}

const toDateThisYear = (day: string): string => `${new Date().getFullYear()}-${day.slice(-5)}`
