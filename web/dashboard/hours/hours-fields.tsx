import { Copy, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { timeChoices } from '#contract/constants.ts'
import { formatMonth as monthOf, formatTime } from '#contract/format.ts'
import type { HoursWindow, ProviderHours, Week } from '#contract/providers/hours.ts'
import { FormSection, SaveRow } from '#web/dashboard/own-profile/form-card.tsx'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import type { Errors, FormState } from '#web/platform/use-form.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import hoursPageStyles from './hours-page.module.css'
import { useHoursMessages, weekdays } from './hours-messages.ts'

/** Props of all forms of hours. */
export interface HoursFormProps {
  id: string
  hours: ProviderHours
  onSaved: (hours: ProviderHours) => void
  onState: (state: FormState) => void
}

interface HoursPartProps {
  at: string
  title: string
  text: string
  folded?: string | undefined
  hours: ProviderHours
  onSaved: (hours: ProviderHours) => void
  children: (form: HoursFormProps) => ReactNode
}

/** A section of the hours with its own Save and a warning about unsaved changes. */
export function HoursPart({ at, title, text, folded, hours, onSaved, children }: HoursPartProps) {
  const t = useDashboardMessages()
  const id = useId()
  const [state, setState] = useState<FormState>({ dirty: false, busy: false })
  const [saves, setSaves] = useState(0)
  const done = (saved: ProviderHours) => {
    onSaved(saved)
    showToast('success', t('toast.saved'))
    // The response may normalise the input, such as merging adjacent windows.
    setSaves((n) => n + 1)
  }
  return (
    <FormSection at={at} title={title} text={text} folded={folded}>
      <div key={saves}>{children({ id, hours, onSaved: done, onState: setState })}</div>
      <SaveRow form={id} title={title} state={state} />
    </FormSection>
  )
}

const includeCurrent = (list: readonly string[], kept: string) => (list.includes(kept) ? list : [...list, kept])

/** Opening and closing time; the close may be in the following night. */
export function WindowFields({
  names,
  window,
  error,
  onChange,
}: {
  names?: { opens: string; closes: string }
  window: HoursWindow
  error?: string | undefined
  onChange: (window: HoursWindow) => void
}) {
  const { t } = useHoursMessages()
  const { opens, closes } = window
  // A start before 5 AM is on that morning.
  const begins = [...timeChoices.slice(-10), ...timeChoices.slice(0, -10)]
  const sameDay = begins.filter((hhmm) => hhmm > opens)
  const nextDay = [...timeChoices.slice(-10), '05:00'].filter((hhmm) => hhmm <= opens)
  const choices = includeCurrent([...sameDay, ...nextDay], closes)
  return (
    <>
      <SelectField
        label={t('hours.block.opens')}
        aria-label={names?.opens}
        value={opens}
        onChange={(event) => onChange({ opens: event.target.value, closes })}>
        {includeCurrent(begins, opens).map((hhmm) => (
          <option key={hhmm} value={hhmm}>
            {formatTime(hhmm)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('hours.block.closes')}
        aria-label={names?.closes}
        value={closes}
        error={error}
        onChange={(event) => onChange({ opens, closes: event.target.value })}>
        {choices.map((hhmm) => (
          <option key={hhmm} value={hhmm}>
            {hhmm <= opens ? t('hours.next', { time: formatTime(hhmm) }) : formatTime(hhmm)}
          </option>
        ))}
      </SelectField>
    </>
  )
}

const mostWindows = 6
const first: HoursWindow = { opens: '09:00', closes: '17:00' }

/** Returns the next window: an hour after the last one, if possible. */
function nextAfter(windows: readonly HoursWindow[]): HoursWindow {
  const last = windows.at(-1)
  if (!last) return first
  const hour = Number(last.closes.slice(0, 2))
  if (last.closes <= last.opens || hour > 20) return { opens: '05:00', closes: '07:00' }
  const two = (n: number) => `${String(n).padStart(2, '0')}:00`
  return { opens: two(hour + 1), closes: two(hour + 3) }
}

export function WindowsEditor({
  day,
  windows,
  path,
  errors,
  onChange,
}: {
  day: string
  windows: readonly HoursWindow[]
  path: string
  errors: Errors
  onChange: (windows: HoursWindow[]) => void
}) {
  const { t } = useHoursMessages()
  const add = useRef<HTMLButtonElement>(null)
  return (
    <div className={hoursPageStyles.windows}>
      {windows.length === 0 && <p className="muted">{t('hours.off')}</p>}
      {windows.map((window, i) => (
        <div key={i} className={hoursPageStyles.window}>
          <WindowFields
            names={{ opens: t('hours.opens', { day, n: i + 1 }), closes: t('hours.closes', { day, n: i + 1 }) }}
            window={window}
            error={errors[`${path}.${i}.closes`]}
            onChange={(changed) => onChange(windows.map((each, n) => (n === i ? changed : each)))}
          />
          <IconButton
            label={t('hours.remove', { day, n: i + 1 })}
            onClick={() => {
              onChange(windows.filter((_, n) => n !== i))
              add.current?.focus()
            }}>
            <Trash2 className="icon" aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      {windows.length < mostWindows && (
        <Button
          kind="quiet"
          size="small"
          ref={add}
          className={hoursPageStyles.add}
          aria-label={t('hours.add.on', { day })}
          onClick={() => onChange([...windows, nextAfter(windows)])}>
          <Plus className="icon" aria-hidden="true" />
          <span>{t('hours.add')}</span>
        </Button>
      )}
    </div>
  )
}

/** A week with a row per day; a day can be copied to others. */
export function WeekEditor({
  week,
  path,
  errors,
  onChange,
}: {
  week: Week
  path: string
  errors: Errors
  onChange: (week: Week) => void
}) {
  const { t, weekday } = useHoursMessages()
  const [copied, setCopied] = useState<number | null>(null)
  const [to, setTo] = useState<number[]>([])
  const copy = () => {
    if (copied !== null) onChange(week.map((windows, day) => (to.includes(day) ? (week[copied] ?? windows) : windows)))
    setCopied(null)
  }
  return (
    <>
      <ul className={hoursPageStyles.week}>
        {weekdays.map((day) => (
          <li key={day} className={hoursPageStyles.weekday}>
            <h3 className="bold">{weekday(day)}</h3>
            <WindowsEditor
              day={weekday(day)}
              windows={week[day] ?? []}
              path={`${path}.${day}`}
              errors={errors}
              onChange={(windows) => onChange(week.map((each, n) => (n === day ? windows : each)))}
            />
            <Button
              kind="quiet"
              size="small"
              className={hoursPageStyles.copy}
              aria-label={t('hours.copy.on', { day: weekday(day) })}
              onClick={() => {
                setTo([])
                setCopied(day)
              }}>
              <Copy className="icon" aria-hidden="true" />
              <span>{t('hours.copy')}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Dialog
        open={copied !== null}
        onClose={() => setCopied(null)}
        label={copied === null ? '' : t('hours.copy.title', { day: weekday(copied) })}>
        {copied !== null && (
          <>
            <h2 className="heading-3">{t('hours.copy.title', { day: weekday(copied) })}</h2>
            <div className="stack gap-4">
              {weekdays
                .filter((day) => day !== copied)
                .map((day) => (
                  <Checkbox
                    key={day}
                    checked={to.includes(day)}
                    onChange={({ target }) =>
                      setTo((days) => (target.checked ? [...days, day] : days.filter((one) => one !== day)))
                    }>
                    {weekday(day)}
                  </Checkbox>
                ))}
            </div>
            <div className={dialogStyles.modalFoot}>
              <Button kind="secondary" onClick={() => setCopied(null)}>
                {t('hours.back')}
              </Button>
              <Button onClick={copy}>{t('hours.copy.act')}</Button>
            </div>
          </>
        )}
      </Dialog>
    </>
  )
}

// A leap year, so that all days exist.
const leapYear = 2000
const two = (n: number) => String(n).padStart(2, '0')

export function YearDayFields({
  label,
  day,
  onChange,
}: {
  label: string
  day: string
  onChange: (day: string) => void
}) {
  const { t } = useHoursMessages()
  const [month = 1, number = 1] = day.split('-').map(Number)
  const daysIn = (of: number) => new Date(Date.UTC(leapYear, of, 0)).getUTCDate()
  const put = (of: number, on: number) => onChange(`${two(of)}-${two(Math.min(on, daysIn(of)))}`)
  const monthName = (of: number) => monthOf(leapYear, of).replace(` ${leapYear}`, '')
  return (
    <div className="field-grid even">
      <SelectField
        label={t('hours.season.month', { which: label })}
        value={month}
        onChange={(event) => put(Number(event.target.value), number)}>
        {Array.from({ length: 12 }, (_, i) => (
          <option key={monthName(i + 1)} value={i + 1}>
            {monthName(i + 1)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('hours.season.day', { which: label })}
        value={number}
        onChange={(event) => put(month, Number(event.target.value))}>
        {Array.from({ length: daysIn(month) }, (_, i) => (
          <option key={two(i + 1)} value={i + 1}>
            {i + 1}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
