import { formatNightTime } from '#contract/format.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { timeChoices } from '#contract/constants.ts'
import type { Requester } from '#contract/search/search.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { SelectField, TextField } from '#web/ui/fields/field.tsx'
import { detailsMessages } from './details-messages.ts'
import { SegmentedChoice } from '#web/ui/fields/segmented-choice.tsx'
import styles from './details-form.module.css'

export type TypedDetails = Pick<Requester, 'name' | 'email' | 'event' | 'mobile' | 'timeConstraint'> & {
  startTime: string | undefined
  finishTime: string | undefined
}

export function readDetails(form: FormData): TypedDetails {
  const text = (name: string) => String(form.get(name) ?? '')
  return {
    name: text('name'),
    email: text('email'),
    event: text('event'),
    mobile: text('mobile'),
    startTime: text('startTime') || undefined,
    finishTime: text('finishTime') || undefined,
    timeConstraint: text('timeConstraint') === 'start' ? 'start' : 'finish',
  }
}

/** Fields of 'Your details': requester, event, and which of the two times is fixed. */
export function DetailsFields({
  given,
  errors,
  country,
  finishTime,
}: {
  given: Partial<Requester>
  errors: Readonly<Record<string, string>>
  country: Country
  finishTime?: string | null
}) {
  const t = createTranslator(detailsMessages, country)
  const [fixed, setFixed] = useState(given.timeConstraint ?? 'finish')
  return (
    <>
      <div className="field-grid even">
        <TextField
          label={t('details.name')}
          name="name"
          autoComplete="name"
          defaultValue={given.name}
          error={errors['name']}
          required
        />
        <TextField
          label={t('details.email')}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={given.email}
          error={errors['email']}
          required
        />
      </div>
      <div className="field-grid even">
        <TextField
          label={t('details.event')}
          name="event"
          placeholder={t('details.event.placeholder')}
          defaultValue={given.event}
          error={errors['event']}
          required
        />
        <TextField
          label={t('details.mobile')}
          name="mobile"
          type="tel"
          autoComplete="tel"
          defaultValue={given.mobile}
          error={errors['mobile']}
          hint={t('details.mobile.note')}
          required
        />
      </div>
      <fieldset className="stack gap-8">
        <legend className="field-label">{t('details.constraint')}</legend>
        <SegmentedChoice
          className={styles.detailsFixed}
          name="timeConstraint"
          value={fixed}
          choices={(['start', 'finish'] as const).map((value) => ({ value, label: t(`details.constraint.${value}`) }))}
          onChange={setFixed}
        />
      </fieldset>
      <div className="field-grid even">
        <TimeSelect
          label={t('details.startTime')}
          name="startTime"
          value={given.startTime}
          error={errors['startTime']}
        />
        <TimeSelect
          label={t('details.finishTime')}
          name="finishTime"
          value={given.finishTime ?? finishTime}
          error={errors['finishTime']}
        />
      </div>
    </>
  )
}

export function DetailsTerms({ country }: { country: Country }) {
  const t = createTranslator(detailsMessages, country)
  const [before, after] = t('details.terms').split(t('details.terms.link'))
  return (
    <p className="micro hint">
      {before}
      <Link className="link" to="/content/legals-customers">
        {t('details.terms.link')}
      </Link>
      {after}
    </p>
  )
}

function TimeSelect({
  label,
  name,
  value,
  error,
}: {
  label: string
  name: string
  value?: string | null | undefined
  error?: string | undefined
}) {
  return (
    <SelectField label={label} name={name} defaultValue={value ?? ''} error={error}>
      <option value="">{formatMessage(detailsMessages['details.time.unsure'])}</option>
      {timeChoices.map((choice) => (
        <option key={choice} value={choice}>
          {formatNightTime(choice)}
        </option>
      ))}
    </SelectField>
  )
}
