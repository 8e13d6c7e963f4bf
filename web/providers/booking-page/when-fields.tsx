import { CalendarDays, ChevronDown, Clock3, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { formatDate, formatNightTime, zonedDay } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import type { Country } from '#contract/words.ts'
import { createTimeLabels } from '#web/search/form/panel-fields.tsx'
import { searchMessages } from '#web/search/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { Calendar } from '#web/ui/fields/calendar.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { TimeList } from '#web/ui/fields/time-list.tsx'
import styles from './book-artist-page.module.css'

interface WhenFieldsProps {
  country: Country
  /** The zone of the artist, whose days are offered. */
  timeZone: string
  labels: { date: string; noDate: string; time: string; unsure: string }
  /** YYYY-MM-DD, empty if none is chosen. */
  eventDate: string
  /** HH:MM, empty for 'Not sure yet'. */
  finishTime: string
  errors: Partial<Record<'eventDate' | 'finishTime', string>>
  onDate: (date: string) => void
  onTime: (time: string) => void
}

/** The day and the time to be ready by, each a button that opens a calendar or a list of times. */
export function WhenFields({
  country,
  timeZone,
  labels,
  eventDate,
  finishTime,
  errors,
  onDate,
  onTime,
}: WhenFieldsProps) {
  const [open, setOpen] = useState<'date' | 'time' | null>(null)
  const t = createTranslator(searchMessages, country)
  const toggle = (field: 'date' | 'time') => (isOpen: boolean) => setOpen(isOpen ? field : null)
  return (
    <div className={joinClasses('field-grid even', styles.when)}>
      <PickerField
        label={labels.date}
        name="eventDate"
        Icon={CalendarDays}
        value={eventDate ? formatDate(eventDate, country) : null}
        placeholder={labels.noDate}
        error={errors.eventDate}
        open={open === 'date'}
        onToggle={toggle('date')}>
        {(close) => (
          <Calendar
            value={eventDate || null}
            today={zonedDay(new Date().toISOString(), timeZone)}
            country={country}
            onChange={(day) => {
              onDate(day)
              close()
            }}
          />
        )}
      </PickerField>
      <PickerField
        label={labels.time}
        name="finishTime"
        Icon={Clock3}
        value={finishTime ? formatNightTime(finishTime) : labels.unsure}
        placeholder={labels.unsure}
        error={errors.finishTime}
        open={open === 'time'}
        onToggle={toggle('time')}>
        {(close) => (
          <TimeList
            value={finishTime || 'unsure'}
            label={labels.time}
            words={createTimeLabels(t)}
            onChange={(time) => onTime(time === 'unsure' ? '' : time)}
            onConfirm={close}
          />
        )}
      </PickerField>
    </div>
  )
}

interface PickerFieldProps {
  label: string
  name: string
  Icon: LucideIcon
  value: string | null
  placeholder: string
  error: string | undefined
  open: boolean
  onToggle: (open: boolean) => void
  children: (close: () => void) => ReactNode
}

/** A field whose button opens a panel below it. Escape and a choice close the panel and return the focus. */
function PickerField({ label, name, Icon, value, placeholder, error, open, onToggle, children }: PickerFieldProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (open) panel.current?.querySelector<HTMLElement>('table button[tabindex="0"], input:checked')?.focus()
  }, [open])
  const close = () => {
    onToggle(false)
    button.current?.focus()
  }
  return (
    <div className="stack gap-6">
      <span className="field-label" id={`${id}-label`}>
        {label}
      </span>
      <button
        ref={button}
        type="button"
        name={name}
        className={joinClasses(styles.picker, error && styles.wrong)}
        aria-labelledby={`${id}-label ${id}-value`}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-expanded={open}
        aria-controls={open ? `${id}-panel` : undefined}
        onClick={() => onToggle(!open)}>
        <Icon className="icon" aria-hidden="true" />
        <span id={`${id}-value`} className={value ? undefined : styles.placeholder}>
          {value ?? placeholder}
        </span>
        <ChevronDown className="icon" aria-hidden="true" />
      </button>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {open && (
        <div
          ref={panel}
          id={`${id}-panel`}
          className={styles.panel}
          role="group"
          aria-labelledby={`${id}-label`}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close()
          }}>
          {children(close)}
        </div>
      )}
    </div>
  )
}
