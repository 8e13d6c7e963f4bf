import type { OwnProfile } from '#contract/providers/own-profile.ts'
import type { OwnPackage } from '#contract/providers/packages.ts'
import { reader } from '#contract/words.ts'
import type { Errors } from '#web/signup/forms/use-form.ts'
import { FieldError, SelectField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { DraftFoot } from './draft-foot.tsx'
import { LookedNote } from './looked-note.tsx'
import type { PackageDraft } from './package-draft.ts'
import { packageWords } from './package-words.ts'
import { WordsFields } from './words-fields.tsx'

const t = reader(packageWords)
const most = 20

interface PackageFieldsProps {
  draft: PackageDraft
  saved: OwnPackage | undefined
  path: string
  errors: Errors
  services: OwnProfile['services']
  /** The sign of the currency before an amount. */
  prefix: string
  /** What a party would pay, in a sentence; null while something is wrong with it. */
  said: string | null
  onChange: (part: Partial<PackageDraft>) => void
  onRemove: () => void
}

/** The fields of one package. */
export function PackageFields(props: PackageFieldsProps) {
  const { draft, saved, path, errors, services, prefix, said, onChange, onRemove } = props
  const name = draft.title.trim() || t('pack.new')
  const wrong = errors[`${path}.services`]
  return (
    <fieldset className="card pad-24 stack">
      <legend className="visually-hidden">{name}</legend>
      {saved && <LookedNote of={saved} />}
      <WordsFields draft={draft} path={path} errors={errors} label={t('pack.name')} onChange={onChange} />
      <fieldset className="stack gap-8">
        <legend className="field-label">{t('pack.holds')}</legend>
        <div className="field-grid even">
          {services.map(({ id, label }, i) => (
            <SelectField
              key={id}
              label={label}
              value={draft.counts[id] ?? 0}
              aria-invalid={wrong && i === 0 ? true : undefined}
              onChange={({ target }) => onChange({ counts: { ...draft.counts, [id]: Number(target.value) } })}>
              {Array.from({ length: most + 1 }, (_, n) => (
                <option key={n} value={n}>
                  {n}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
        {wrong && <FieldError>{wrong}</FieldError>}
      </fieldset>
      <NumberField
        label={t('pack.cost')}
        prefix={prefix}
        value={draft.cost}
        error={errors[`${path}.cost`] ?? null}
        onChange={(cost) => onChange({ cost })}
      />
      <DraftFoot said={said} remove={t('pack.remove', { label: name })} onRemove={onRemove} />
    </fieldset>
  )
}
