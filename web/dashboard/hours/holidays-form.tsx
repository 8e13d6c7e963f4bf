import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/signup/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { Note } from '#web/ui/note.tsx'
import type { HoursFormProps } from './hours-part.tsx'
import { useHoursWords } from './use-hours-words.ts'
import styles from './hours-page.module.css'

/** The country's public holidays: which are days off, in one act. */
export function HolidaysForm({ id, hours, onSaved, onState }: HoursFormProps) {
  const { t, on } = useHoursWords()
  const closedOf = (ticked: Readonly<Record<string, boolean>>) =>
    hours.holidays.filter(({ date, closed }) => ticked[date] ?? closed).map(({ date }) => date)
  const { draft, change, problem, submit, form } = useForm({
    // Only what has been ticked or unticked here: what else closes a day meanwhile shows by itself.
    start: { ticked: {} as Readonly<Record<string, boolean>> },
    send: ({ ticked }) => browserApi().ownHours.holidays({ closed: closedOf(ticked) }),
    onSaved,
    onState,
  })
  const all = hours.holidays.map(({ date }) => date)
  const closed = closedOf(draft.ticked)
  const full = closed.length === all.length
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="card pad-24 stack">
      {problem && <Note kind="error">{problem}</Note>}
      <div>
        <Button
          kind="secondary"
          size="small"
          onClick={() => change({ ticked: Object.fromEntries(all.map((date) => [date, !full])) })}>
          {t(full ? 'hours.holidays.none' : 'hours.holidays.all')}
        </Button>
      </div>
      <div className={styles.holidays}>
        {hours.holidays.map(({ date, name }) => (
          <Checkbox
            key={date}
            checked={closed.includes(date)}
            onChange={({ target }) => change({ ticked: { ...draft.ticked, [date]: target.checked } })}>
            {t('hours.holiday', { name, date: on(date) })}
          </Checkbox>
        ))}
      </div>
    </form>
  )
}
