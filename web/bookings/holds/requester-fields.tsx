import type { Requester } from '#contract/search/search.ts'
import { type Country, createTranslator } from '#contract/words.ts'
import { detailsMessages } from '#web/search/details/details-messages.ts'
import { TextField } from '#web/ui/fields/field.tsx'
import { bookMessages } from '#web/bookings/messages.ts'

interface RequesterFieldsProps {
  country: Country
  /** The address of whoever is signed in. */
  own: string | null
  start: Partial<Requester>
  /** What is wrong with a field. */
  wrong: (field: string) => string | null
}

/** The fields of 'Your details'. */
export function RequesterFields({ country, own, start, wrong }: RequesterFieldsProps) {
  const t = createTranslator(bookMessages, country)
  const d = createTranslator(detailsMessages, country)
  return (
    <>
      {own && <p className="muted">{t('book.details.have', { email: own })}</p>}
      <div className="field-grid even">
        <TextField
          label={d('details.name')}
          name="name"
          autoComplete="name"
          defaultValue={start.name}
          error={wrong('name')}
          required
        />
        <TextField
          label={d('details.email')}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={start.email}
          error={wrong('email')}
          required
        />
      </div>
      <div className="field-grid even">
        <TextField
          label={d('details.event')}
          name="event"
          placeholder={d('details.event.placeholder')}
          defaultValue={start.event}
          error={wrong('event')}
          required
        />
        <TextField
          label={d('details.mobile')}
          name="mobile"
          type="tel"
          autoComplete="tel"
          defaultValue={start.mobile}
          error={wrong('mobile')}
          hint={d('details.mobile.note')}
          required
        />
      </div>
    </>
  )
}
