import type { DayDetails } from '#contract/appointments/appointment.ts'
import type { LockedQuote } from '#contract/search/quotes.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { bookMessages } from '#web/appointments/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import noteStyles from '#web/ui/note.module.css'

interface DayFieldsProps {
  part?: 'before' | 'after' | 'all'
  country: Country
  firstName: string
  mode: 'mobile' | 'studio'
  people?: readonly string[]
  given: Partial<DayDetails>
  names?: readonly string[]
  errors: Readonly<Record<string, string>>
  leave?: { share: boolean; sms: boolean }
}

export const listPersonLooks = (quote: Pick<LockedQuote, 'lines'>): string[] =>
  quote.lines.flatMap((line) => (line.kind === 'look' ? Array.from({ length: line.count }, () => line.label) : []))

export function DayFields({
  part = 'all',
  country,
  firstName,
  mode,
  people = [],
  given,
  names = [],
  errors,
  leave,
}: DayFieldsProps) {
  const t = createTranslator(bookMessages, country)
  const optional = t('book.optional')
  const parking = (
    <TextField
      label={t('book.parking')}
      optional={optional}
      name="parking"
      defaultValue={given.parking}
      maxLength={300}
    />
  )
  return (
    <>
      {part !== 'after' &&
        (mode === 'mobile' ? (
          <>
            <TextField
              label={t('book.address')}
              name="address"
              autoComplete="address-line1"
              defaultValue={given.address}
              error={(errors['day.address'] ?? errors['address']) || null}
              required
            />
            <div className="field-grid even">
              <TextField
                label={t('book.entrance')}
                optional={optional}
                name="entrance"
                defaultValue={given.entrance}
                maxLength={300}
              />
              {part === 'all' && parking}
            </div>
          </>
        ) : (
          <p className={joinClasses(noteStyles.note, noteStyles.info)}>
            <span>{t('book.studio.address')}</span>
          </p>
        ))}
      {part !== 'after' && (
        <TextAreaField
          label={t('book.notes', { firstName })}
          optional={optional}
          name="notes"
          rows={part === 'before' ? 2 : 3}
          defaultValue={given.notes}
          maxLength={2000}
        />
      )}
      {part === 'before' ? (
        <p className="small muted">{t('book.after.later')}</p>
      ) : (
        <>
          {part === 'after' && mode === 'mobile' && parking}
          <TextAreaField
            label={t('book.allergies')}
            optional={optional}
            name="allergies"
            rows={2}
            defaultValue={given.allergies}
            hint={t('book.allergies.hint')}
            maxLength={1000}
          />
          <fieldset className="stack gap-8">
            <legend className="field-label">
              {t('book.names')} <span className="hint">({optional})</span>
            </legend>
            <p className="micro hint">{t('book.names.hint')}</p>
            <div className="field-grid even">
              {people.map((look, index) => (
                <TextField
                  key={index}
                  label={t('book.name', { n: index + 1, look })}
                  name={`name-${index}`}
                  autoComplete="off"
                  defaultValue={names[index]}
                  maxLength={60}
                />
              ))}
            </div>
          </fieldset>
        </>
      )}
      {leave && (
        <div className="stack gap-8">
          <Checkbox name="share" defaultChecked={leave.share}>
            {t('book.share')} <span className="micro hint">{t('book.share.hint', { firstName })}</span>
          </Checkbox>
          <Checkbox name="sms" defaultChecked={leave.sms}>
            {t('book.sms')} <span className="micro hint">{t('book.sms.hint')}</span>
          </Checkbox>
        </div>
      )}
    </>
  )
}

/** Returns the form's values; absent fields keep their previous value. */
export function readDay(
  form: FormData,
  known: { day: Partial<DayDetails> | null; names: readonly string[] },
  people = 0,
): { day: DayDetails; names: string[]; shareNumber: boolean; smsReminders: boolean } {
  const text = (name: keyof DayDetails) => String(form.get(name) ?? known.day?.[name] ?? '').trim()
  return {
    day: {
      address: text('address'),
      entrance: text('entrance'),
      parking: text('parking'),
      notes: text('notes'),
      allergies: text('allergies'),
    },
    names: people
      ? Array.from({ length: people }, (_, i) => String(form.get(`name-${i}`) ?? '').trim())
      : [...known.names],
    shareNumber: form.get('share') !== null,
    smsReminders: form.get('sms') !== null,
  }
}
