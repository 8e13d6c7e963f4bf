import { useId, useState } from 'react'
import { Calendar, CalendarLegend, type DayTold } from '#web/ui/fields/calendar.tsx'
import type { Day } from '#web/ui/fields/calendar-days.ts'
import { ChipChoices } from '#web/ui/fields/chip-choices.tsx'
import { LinkChip, ToggleChip } from '#web/ui/fields/chips.tsx'
import { Checkbox, Radio, Stepper, Switch } from '#web/ui/fields/choice.tsx'
import { FieldError, SelectField, TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { DayButton, MonthTable, useDayKeys } from '#web/ui/fields/month-table.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { PlaceCombobox, type PlaceOption } from '#web/ui/fields/place-combobox.tsx'
import { SegmentedChoice } from '#web/ui/fields/segmented-choice.tsx'
import { SliderField } from '#web/ui/fields/slider.tsx'
import { type TimeChoice, TimeList } from '#web/ui/fields/time-list.tsx'
import type { Part } from './part.ts'
import styles from './styleguide.module.css'

const said = [
  { value: 'calm', label: 'Calm room' },
  { value: 'lasting', label: 'Lasted all day' },
]
const Choices = ({ chosen }: { chosen: readonly string[] }) => (
  <ChipChoices label="What went well" name={useId()} options={said} chosen={chosen} />
)

const places: readonly PlaceOption[] = [
  { id: '1', title: 'Hackney', rest: 'London, England' },
  { id: '2', title: 'Hackney Wick', rest: 'London, England' },
  { id: '3', title: 'Hacketts Cove', rest: 'Nova Scotia, Canada' },
]
const placeWords = {
  none: (text: string) => `Nothing is called ${text}.`,
  failed: 'The places did not come.',
  retry: 'Try again',
  list: 'Places',
}

function Place({ error, find }: { error?: string; find?: () => Promise<readonly PlaceOption[]> }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<PlaceOption | null>(null)
  return (
    <PlaceCombobox
      label="Place"
      placeholder="Town or postcode"
      text={chosen?.title ?? text}
      chosen={chosen}
      onText={(typed) => {
        setChosen(null)
        setText(typed)
      }}
      onChoose={setChosen}
      find={
        find ?? (async (typed) => places.filter(({ title }) => title.toLowerCase().startsWith(typed.toLowerCase())))
      }
      locate={{ label: 'Use my location', run: () => setText('Hackney') }}
      words={placeWords}
      error={error}
    />
  )
}

const december = { from: '2026-12-02', until: '2027-12-02', weekStart: 1 } as const

function Days({ months }: { months?: 1 | 2 }) {
  const [day, setDay] = useState<Day | null>('2026-12-12')
  const told = (of: Day): DayTold => {
    const free = (Number(of.slice(8)) * 7) % 41
    return {
      level: Math.ceil((free / 40) * 4) as DayTold['level'],
      said: `${free} of 40 artists have time that day`,
      under: String(free),
      few: free < 12,
    }
  }
  return (
    <div className="stack gap-8">
      <Calendar value={day} onChange={setDay} today={december.from} country="GB" months={months} told={told} />
      <CalendarLegend under="Artists with time" />
    </div>
  )
}

function PlainMonth() {
  const [day, setDay] = useState<Day>('2026-12-12')
  const keys = useDayKeys<HTMLDivElement>({ ...december, at: day, onMove: setDay })
  return (
    <div {...keys}>
      <MonthTable
        first="2026-12-01"
        weekStart={december.weekStart}
        caption={<caption className="title">December 2026</caption>}
        weekdayClass="micro"
        letters={3}
        day={(one) => (
          <DayButton
            day={one}
            chosen={one === day}
            today={one === december.from}
            tabbable={one === day}
            className={one === day ? 'bolder tap-target' : 'muted tap-target'}
            onClick={() => setDay(one)}>
            {Number(one.slice(8))}
          </DayButton>
        )}
      />
    </div>
  )
}

function Shares({ error }: { error?: string }) {
  const [share, setShare] = useState(25)
  return (
    <SliderField
      label="Deposit"
      value={share}
      least={20}
      most={50}
      onChange={setShare}
      said={`${share} per cent`}
      hint="Of the whole price."
      error={error}
    />
  )
}

function Segments() {
  const [view, setView] = useState<'month' | 'week' | 'day'>('month')
  return (
    <SegmentedChoice
      label="View"
      value={view}
      onChange={setView}
      choices={[
        { value: 'month', label: 'Month' },
        { value: 'week', label: 'Week' },
        { value: 'day', label: 'Day' },
      ]}
    />
  )
}

function Times({ from = '13:30' }: { from?: TimeChoice }) {
  const [time, setTime] = useState<TimeChoice>(from)
  return (
    <TimeList
      value={time}
      onChange={setTime}
      label="Ready by"
      words={{ unsure: 'Not sure yet', parts: ['Morning', 'Afternoon', 'Evening', 'Night'], nextDay: 'the next day' }}
    />
  )
}

function Toggles() {
  const [on, setOn] = useState(['Makeup'])
  return (
    <div className="chip-row">
      {['Makeup', 'Hair', 'Nails'].map((name) => (
        <ToggleChip
          key={name}
          on={on.includes(name)}
          onChange={(now) => setOn(now ? [...on, name] : on.filter((one) => one !== name))}>
          {name}
        </ToggleChip>
      ))}
    </div>
  )
}

function Switches() {
  const [on, setOn] = useState(true)
  return (
    <div className="row">
      <Switch label="Instant Book" on={on} onChange={setOn} />
      <Switch label="Studio" on={!on} onChange={(now) => setOn(!now)} />
      <Switch label="On, and cannot be changed" on onChange={() => {}} disabled />
      <Switch label="Off, and cannot be changed" on={false} onChange={() => {}} disabled />
    </div>
  )
}

function Steppers() {
  const [count, setCount] = useState(3)
  const labels = { fewer: 'One fewer', more: 'One more', remove: 'Remove' }
  return (
    <div className="row wrapping">
      <Stepper value={count} labels={labels} onChange={setCount} />
      <Stepper value={1} labels={labels} onChange={setCount} />
      <Stepper value={1} labels={labels} onChange={setCount} onRemove={() => setCount(3)} />
      <Stepper value={20} labels={labels} onChange={setCount} />
    </div>
  )
}

function Radios() {
  const name = useId()
  return (
    <div className="stack gap-8">
      <Radio name={name} defaultChecked>
        At my place
      </Radio>
      <Radio name={name}>At their studio</Radio>
      <Radio name={name} disabled>
        Anywhere, not now
      </Radio>
    </div>
  )
}

export const fieldParts: readonly Part[] = [
  {
    file: 'fields/field',
    states: {
      text: () => <TextField label="Name" placeholder="As on the door bell" />,
      filled: () => <TextField label="Name" defaultValue="Ana Duarte" />,
      'hint, and may stay empty': () => <TextField label="Mobile" hint="For the day itself." optional="optional" />,
      error: () => <TextField label="Email" defaultValue="ana@" error="That is not a whole address." />,
      'hint and error': () => (
        <TextField label="Password" type="password" hint="Ten letters or more." error="That is too short." />
      ),
      disabled: () => <TextField label="Name" defaultValue="Ana Duarte" disabled />,
      'prefix and suffix': () => (
        <TextField label="Price" defaultValue="46" prefix="£" suffix={<span className="small muted">a face</span>} />
      ),
      'several lines': () => <TextAreaField label="Message" rows={3} defaultValue="There is a lift." />,
      'several lines, error': () => <TextAreaField label="Message" rows={3} error="Say a little more." />,
      choices: () => (
        <SelectField label="Policy" defaultValue="fair">
          <option value="flexible">Flexible</option>
          <option value="fair">Fair</option>
        </SelectField>
      ),
      'choices, error': () => (
        <SelectField label="Policy" error="Choose one.">
          <option value="">None yet</option>
        </SelectField>
      ),
      'choices, disabled': () => (
        <SelectField label="Policy" disabled>
          <option>Fair</option>
        </SelectField>
      ),
      'an error alone': () => <FieldError>Choose at least one service.</FieldError>,
    },
  },
  {
    file: 'fields/choice',
    states: {
      checkboxes: () => (
        <div className="stack gap-8">
          <Checkbox>Off</Checkbox>
          <Checkbox defaultChecked>On</Checkbox>
          <Checkbox disabled>Off, disabled</Checkbox>
          <Checkbox defaultChecked disabled>
            On, disabled
          </Checkbox>
        </div>
      ),
      radios: () => <Radios />,
      switches: () => <Switches />,
      'steppers: between, at the least, to be removed, at the most': () => <Steppers />,
    },
  },
  {
    file: 'fields/chips',
    states: {
      toggles: () => <Toggles />,
      links: () => (
        <div className="chip-row">
          <LinkChip to="#chips" on>
            Chosen
          </LinkChip>
          <LinkChip to="#chips">Another</LinkChip>
        </div>
      ),
    },
  },
  {
    file: 'fields/chip-choices',
    states: { 'some chosen': () => <Choices chosen={['calm']} />, 'none chosen': () => <Choices chosen={[]} /> },
  },
  {
    file: 'fields/place-combobox',
    states: {
      'finds Hackney': () => <Place />,
      error: () => <Place error="Choose a place from the list." />,
      'its answers do not come': () => <Place find={() => Promise.reject(new Error('no line'))} />,
    },
  },
  {
    file: 'fields/time-list',
    states: {
      'by part of the day': () => <Times />,
      'one a line, nothing chosen': () => (
        <div className={styles.scrolled}>
          <Times from={null} />
        </div>
      ),
    },
  },
  {
    file: 'fields/calendar',
    wide: true,
    states: { 'a month, few artists left on some days': () => <Days />, 'two months': () => <Days months={2} /> },
  },
  { file: 'fields/month-table', states: { 'as a page dresses it': () => <PlainMonth /> } },
  {
    file: 'fields/number-field',
    states: {
      amount: () => <NumberField label="Price" prefix="£" defaultValue="46.50" />,
      'whole number': () => <NumberField label="Minutes" kind="whole" defaultValue="45" />,
      error: () => <NumberField label="Price" prefix="£" defaultValue="-5" error="Enter an amount such as 46.50" />,
    },
  },
  {
    file: 'fields/slider',
    states: { 'with its words': () => <Shares />, error: () => <Shares error="Too little." /> },
  },
  { file: 'fields/segmented-choice', states: { 'one of three': () => <Segments /> } },
]
