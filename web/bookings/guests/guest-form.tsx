import { useRef, useState } from 'react'
import type { Invitation } from '#contract/bookings/guests/guests.ts'
import { formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError, TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { guestMessages } from './guest-messages.ts'

interface GuestFormProps {
  invitation: Invitation
  linkKey: string
  onSaved: (invitation: Invitation) => void
}

/** What a guest says about themself: name, services, look and what their skin does not like. */
export function GuestForm({ invitation, linkKey, onSaved }: GuestFormProps) {
  const t = createTranslator(guestMessages, invitation.countryCode)
  const { booker, provider, offered, services, asks, currency } = invitation
  const form = useRef<HTMLFormElement>(null)
  const [chosen, setChosen] = useState(() => (asks ?? services).map(({ id }) => id))
  const { errors, formError, pending, run } = useForm({ form })
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  const save = async () => {
    if (!form.current) return
    const typed = new FormData(form.current)
    const text = (name: string) => String(typed.get(name) ?? '')
    const answer = { key: linkKey, name: text('name'), services: chosen, look: text('look') }
    const done = await run(() => browserApi().guests.answer({ ...answer, allergies: text('allergies') }))
    if (done) onSaved(done.answer.invitation)
  }
  return (
    <form
      ref={form}
      className="card pad-24 stack"
      noValidate
      aria-labelledby="about-you"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}>
      <h2 className="heading-3" id="about-you">
        {t('guest.form')}
      </h2>
      {formError && <Note kind="error">{formError}</Note>}
      <TextField
        label={t('guest.name')}
        name="name"
        autoComplete="given-name"
        maxLength={60}
        defaultValue={invitation.name}
        error={errors['name'] ?? null}
        required
      />
      <fieldset className="stack gap-8" aria-describedby="pick-hint">
        <legend className="field-label">{t('guest.pick')}</legend>
        {offered.map(({ id, label, price }) => (
          <Checkbox key={id} name="services" value={id} checked={chosen.includes(id)} onChange={() => toggle(id)}>
            {price === null ? label : t('guest.price', { label, price: formatMoney(price, currency) })}
          </Checkbox>
        ))}
        <p className="micro hint" id="pick-hint">
          {t('guest.pick.hint', { booker, provider })}
        </p>
        {errors['services'] && <FieldError>{errors['services']}</FieldError>}
      </fieldset>
      <TextAreaField
        label={t('guest.look')}
        optional={t('guest.optional')}
        hint={t('guest.look.hint')}
        name="look"
        rows={2}
        maxLength={500}
        defaultValue={invitation.look}
        error={errors['look'] ?? null}
      />
      <TextAreaField
        label={t('guest.allergies')}
        optional={t('guest.optional')}
        hint={t('guest.allergies.hint', { booker, provider })}
        name="allergies"
        rows={2}
        maxLength={1000}
        defaultValue={invitation.allergies}
        error={errors['allergies'] ?? null}
      />
      <div>
        <Button type="submit" loading={pending}>
          {t('guest.save')}
        </Button>
      </div>
    </form>
  )
}
