import { CalendarX2, TrendingUp, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { BookedOut } from '#contract/providers/booked-out.ts'
import type { CalendarDay } from '#contract/search/demand/calendar.ts'
import { timeChoices } from '#contract/constants.ts'
import { formatNightTime, formatTime } from '#contract/format.ts'
import { getFirstName } from '#web/appointments/booking-phrases.ts'
import { createEmptyDraft } from '#web/dashboard/clients/appointment-draft.ts'
import { AppointmentForm, LinkNote } from '#web/dashboard/clients/appointment-form.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/fields/choice.tsx'
import { SelectField, TextField } from '#web/ui/fields/field.tsx'
import { SegmentedChoice } from '#web/ui/fields/segmented-choice.tsx'
import { Note } from '#web/ui/note.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { type Span, toAppointmentTime, toSpanTimes } from './selection.ts'
import { DayWaiting } from './day-waiting.tsx'
import { BookedOutList, formatShortDate } from './booked-out-list.tsx'
import { type Block, formatFeedTime, isOfNight, isWholeDay } from './day-blocks.ts'
import { useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import placeComboboxStyles from '#web/ui/fields/place-combobox.module.css'
import styles from './day-panel.module.css'
import noteStyles from '#web/ui/note.module.css'

/** Formats a time of a list; one before 5 AM is the next day's. */
const formatListTime = (hhmm: string, end = false): string =>
  end && hhmm === '05:00' ? `${formatTime(hhmm)}, next day` : formatNightTime(hhmm)
const starts = timeChoices
/** A day ends at 5 AM the next morning. */
const ends = [...timeChoices.slice(1), '05:00']

/** A form to open; `n` differs with each request. */
interface FormRequest {
  n: number
  /** The time selected in the grid; null without a selection. */
  span: Span | null
  /** The blocked time to edit; null to add one or an appointment. */
  editing: BookedOut | null
}

interface DayPanelProps {
  day: CalendarDay
  /** False if the page's own title is the day. */
  isTitled: boolean
  blocks: readonly Block[]
  today: string
  form: FormRequest | null
  /** False for an operator, who may not add appointments. */
  canAdd: boolean
  onEdit: (blocked: BookedOut) => void
  /** Null if the panel stays open. */
  onClose: (() => void) | null
  onChange: () => void
}

/** A calendar day: its entries, and forms to add an appointment or block time. */
export function DayPanel({ day, isTitled, blocks, today, form, canAdd, onEdit, onClose, onChange }: DayPanelProps) {
  const t = useDashboardMessages()
  const { profile } = useOwn()
  const label = formatShortDate(day.date, profile.countryCode)
  const open =
    day.taken.every(isOfNight) && day.bookedOut.length === 0 && !day.closed.some(isWholeDay) && day.date >= today
  // Blocked times have their own list.
  const shown = blocks.filter(({ look }) => look !== 'bookedOut' && look !== 'closed')
  const untimed = day.requests - blocks.filter(({ look }) => look === 'request').length
  return (
    <section className="card pad-24 stack" aria-labelledby="chosen-day">
      <div className="stack gap-4">
        <div className="row space-between">
          <h2 className={isTitled ? 'heading-2' : 'visually-hidden'} id="chosen-day" aria-live="polite">
            {label}
          </h2>
          {onClose && (
            <IconButton className={styles.close} label={t('ownCalendar.panel.close')} onClick={onClose}>
              <X className="icon" aria-hidden="true" />
            </IconButton>
          )}
        </div>
        <Link className="link tap-target" to={`/dashboard/calendar/sheet/${day.date}`}>
          {t('ownCalendar.sheet')}
        </Link>
      </div>
      {shown.length > 0 && (
        <ul className={styles.blocks}>
          {shown.map(({ key, look, state, title, text, link }) => (
            <li key={key} data-look={look} data-state={state}>
              {link ? (
                <Link className="link" to={link}>
                  {title}
                </Link>
              ) : (
                <span>{title}</span>
              )}
              <span className="small muted">{text}</span>
            </li>
          ))}
        </ul>
      )}
      {day.closed.map((part) => (
        <p key={part.opens} className="muted">
          {t('ownCalendar.closed.part', {
            label: part.label ?? t('ownCalendar.closed'),
            span: isWholeDay(part)
              ? t('ownCalendar.full')
              : t('ownCalendar.span', { clock: formatFeedTime(part.opens), end: formatFeedTime(part.closes, true) }),
          })}
        </p>
      ))}
      {untimed > 0 && <p>{t('ownCalendar.requests', { n: untimed })}</p>}
      {open && shown.length === 0 && day.requests === 0 && <p className="muted">{t('empty.calendar.day')}</p>}
      {day.date < today && shown.length === 0 && <p className="muted">{t('ownCalendar.past')}</p>}
      {day.bookedOut.length > 0 && day.date >= today && (
        <BookedOutList dates={day.bookedOut} onFreed={onChange} onEdit={onEdit} />
      )}
      <DayForms day={day} label={label} today={today} form={form} canAdd={canAdd} onChange={onChange} />
      {day.date >= today && <DayWaiting key={`waiting ${day.date}`} day={day.date} />}
      {open && <AreaNote day={day.date} label={label} />}
    </section>
  )
}

interface DayFormsProps extends Pick<DayPanelProps, 'day' | 'today' | 'form' | 'canAdd' | 'onChange'> {
  label: string
}

/** Adds an appointment, or blocks time and edits it. A request opens its form and focuses it. */
function DayForms({ day, label, today, form: asked, canAdd, onChange }: DayFormsProps) {
  const t = useDashboardMessages()
  const [form, setForm] = useState<'appointment' | 'bookOut' | null>(null)
  const [saved, setSaved] = useState<{ day: string; link: string; name: string } | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  const request = asked && (!asked.span || asked.span.date === day.date) ? asked : null
  const n = request?.n
  const editing = request?.editing?.eventDate === day.date ? request.editing : null
  const isEditing = editing !== null
  useEffect(() => {
    if (n === undefined) return
    setForm(canAdd && !isEditing ? 'appointment' : 'bookOut')
    setSaved(null)
    // After rendering; an open form gets the focus too.
    const frame = requestAnimationFrame(() =>
      panel.current?.querySelector<HTMLElement>('[name=client], [name=eventDate], select')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [n, canAdd, isEditing])
  const canBookOut = day.date >= today && !day.bookedOut.some(({ whole }) => whole)
  const shown = form ?? (canBookOut ? 'bookOut' : null)
  const span = request?.span ?? null
  return (
    <div ref={panel} className="stack">
      {saved?.day === day.date && <LinkNote link={saved.link} firstName={getFirstName(saved.name)} />}
      {!canAdd || editing ? null : canBookOut ? (
        <SegmentedChoice
          label={t('ownCalendar.do')}
          value={shown ?? 'bookOut'}
          onChange={setForm}
          choices={[
            { value: 'bookOut', label: t('ownCalendar.bookout') },
            { value: 'appointment', label: t('ownCalendar.add') },
          ]}
        />
      ) : (
        shown !== 'appointment' && (
          <div>
            <Button kind="secondary" size="small" onClick={() => setForm('appointment')}>
              {t('ownCalendar.add')}
            </Button>
          </div>
        )
      )}
      {shown === 'bookOut' && (canBookOut || editing) && (
        <BookOutForm
          key={`${day.date} ${span?.from} ${span?.to} ${editing?.id}`}
          day={day}
          label={label}
          start={editing ? toEditedTimes(editing) : span ? toSpanTimes(span) : null}
          editing={editing}
          onDone={onChange}
        />
      )}
      {shown === 'appointment' && (
        <AppointmentForm
          start={createEmptyDraft(day.date)}
          time={span ? toAppointmentTime(span) : { eventDate: day.date }}
          onLeave={() => setForm(null)}
          onSaved={(made) => {
            setForm(null)
            setSaved({ ...made, day: day.date })
            onChange()
          }}
        />
      )}
    </div>
  )
}

const toEditedTimes = ({ startTime, finishTime }: BookedOut) => ({
  from: startTime ?? '09:00',
  to: finishTime ?? '17:00',
})

interface BookOutFormProps {
  day: CalendarDay
  label: string
  start: { from: string; to: string } | null
  /** The blocked time that is edited; null for a new one. */
  editing: BookedOut | null
  onDone: () => void
}

function BookOutForm({ day, label, start, editing, onDone }: BookOutFormProps) {
  const t = useDashboardMessages()
  const [date, setDate] = useState(day.date)
  const [part, setPart] = useState(start !== null)
  const [from, setFrom] = useState(start?.from ?? '09:00')
  const [to, setTo] = useState(start?.to ?? '17:00')
  const [asking, setAsking] = useState(false)
  const { pending, formError: refused, run } = useForm()
  const end = useRef<HTMLSelectElement>(null)

  const save = async () => {
    setAsking(false)
    const { bookedOut } = browserApi()
    const times = { startTime: from, finishTime: to }
    const done = await run((): Promise<unknown> => {
      if (editing) return bookedOut.update({ id: editing.id, eventDate: date, ...times })
      return part ? bookedOut.add({ eventDate: day.date, ...times }) : bookedOut.blockDay({ eventDate: day.date })
    })
    if (!done) return part && end.current?.focus()
    showToast('success', editing ? t('ownCalendar.move.blocked') : t('toast.bookedout.added', { date: label }))
    onDone()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (editing || (part && day.requests === 0)) save()
    else setAsking(true)
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {editing ? (
        <>
          <h3 className="title">{t('ownCalendar.edit')}</h3>
          <TextField
            label={t('ownCalendar.edit.day')}
            name="eventDate"
            type="date"
            value={date}
            onChange={(event) => setDate(event.target.value)}
          />
        </>
      ) : (
        <fieldset className="stack gap-8">
          <legend className="field-label">{t('ownCalendar.bookout')}</legend>
          <div className={joinClasses(placeComboboxStyles.options, styles.choicesIn)}>
            <Radio className={styles.check} name="how-much" checked={!part} onChange={() => setPart(false)}>
              {t('ownCalendar.full')}
            </Radio>
            <Radio className={styles.check} name="how-much" checked={part} onChange={() => setPart(true)}>
              {t('ownCalendar.part')}
              <small>{t('ownCalendar.part.text')}</small>
            </Radio>
          </div>
        </fieldset>
      )}
      {part ? (
        <div className="field-grid even">
          <SelectField label={t('ownCalendar.from')} value={from} onChange={(event) => setFrom(event.target.value)}>
            {listTimes(starts, from).map((hhmm) => (
              <option key={hhmm} value={hhmm}>
                {formatListTime(hhmm)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('ownCalendar.to')}
            value={to}
            ref={end}
            error={refused}
            onChange={(event) => setTo(event.target.value)}>
            {listTimes(ends, to).map((hhmm) => (
              <option key={hhmm} value={hhmm}>
                {formatListTime(hhmm, true)}
              </option>
            ))}
          </SelectField>
        </div>
      ) : (
        <>
          <p className="small muted">{t('ownCalendar.night')}</p>
          {refused && <Note kind="error">{refused}</Note>}
        </>
      )}
      <Button type="submit" full loading={pending}>
        <CalendarX2 className="icon" aria-hidden="true" />
        {editing ? t('ownCalendar.edit.act') : t('ownCalendar.act', { date: label })}
      </Button>
      <Confirm
        open={asking}
        title={t('confirm.bookout.day', { date: label })}
        act={t('confirm.bookout.act')}
        wayOut={t('confirm.back')}
        onAct={save}
        onClose={() => setAsking(false)}>
        {day.requests > 0 ? t('confirm.bookout.open.text', { n: day.requests }) : t('confirm.bookout.day.text')}
      </Confirm>
    </form>
  )
}

/** Adds the current time to the choices; a time that was dragged is to the quarter of an hour. */
const listTimes = (choices: readonly string[], current: string): readonly string[] =>
  choices.includes(current) ? choices : [current, ...choices]

/** Booked-out share nearby on that day, if enough artists are known. */
function AreaNote({ day, label }: { day: string; label: string }) {
  const t = useDashboardMessages()
  // Debounced: moving over days by keyboard sends one request at the end.
  const { answer: area } = useAnswer(day, () => browserApi().calendar.area({ eventDate: day }), { after: 300 })
  if (!area?.percent) return null
  return (
    <p className={noteStyles.note}>
      <TrendingUp className="icon" aria-hidden="true" />
      <span>{t('ownCalendar.area', { percent: area.percent, place: area.place, date: label })}</span>
    </p>
  )
}
