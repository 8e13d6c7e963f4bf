import { duration } from '#contract/format.ts'
import { addOnLimits, type OwnAddOn } from '#contract/providers/add-ons.ts'
import type { OwnProfile } from '#contract/providers/own-profile.ts'
import { reader } from '#contract/words.ts'
import type { Errors } from '#web/signup/forms/use-form.ts'
import { SelectField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import type { AddOnDraft } from './add-on-draft.ts'
import { addOnWords } from './add-on-words.ts'
import { DraftFoot } from './draft-foot.tsx'
import { LookedNote } from './looked-note.tsx'
import { WordsFields } from './words-fields.tsx'

const t = reader(addOnWords)
const steps = Array.from({ length: addOnLimits.minutes / addOnLimits.step + 1 }, (_, n) => n * addOnLimits.step)

interface AddOnFieldsProps {
  draft: AddOnDraft
  saved: OwnAddOn | undefined
  path: string
  errors: Errors
  services: OwnProfile['services']
  /** The sign of the currency before an amount. */
  prefix: string
  /** What a client would pay, in a sentence; null while something is wrong with it. */
  said: string | null
  onChange: (part: Partial<AddOnDraft>) => void
  onRemove: () => void
}

/** The fields of one add-on. */
export function AddOnFields(props: AddOnFieldsProps) {
  const { draft, saved, path, errors, services, prefix, said, onChange, onRemove } = props
  const name = draft.title.trim() || t('addon.new')
  return (
    <fieldset className="card pad-24 stack">
      <legend className="visually-hidden">{name}</legend>
      {saved && <LookedNote of={saved} />}
      <WordsFields draft={draft} path={path} errors={errors} label={t('addon.name')} onChange={onChange} />
      <div className="field-grid even">
        <SelectField
          label={t('addon.service')}
          value={draft.serviceId}
          error={errors[`${path}.serviceId`] ?? null}
          onChange={({ target }) => onChange({ serviceId: target.value })}>
          {services.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('addon.minutes')}
          value={draft.minutes}
          onChange={({ target }) => onChange({ minutes: Number(target.value) })}>
          {steps.map((minutes) => (
            <option key={minutes} value={minutes}>
              {minutes === 0 ? t('addon.minutes.none') : duration(minutes)}
            </option>
          ))}
        </SelectField>
      </div>
      <NumberField
        label={t('addon.cost')}
        prefix={prefix}
        value={draft.cost}
        error={errors[`${path}.cost`] ?? null}
        onChange={(cost) => onChange({ cost })}
      />
      <DraftFoot said={said} remove={t('addon.remove', { label: name })} onRemove={onRemove} />
    </fieldset>
  )
}
