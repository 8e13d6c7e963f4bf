import { type FreeOf, freeOfLabels, freeOfTags, type LookTag } from '#contract/looks/vocabulary.ts'
import { type Country, reader, spell } from '#contract/words.ts'
import { ChipChoices } from '#web/ui/fields/chip-choices.tsx'
import { lookWords } from './look-words.ts'
import { TagChoice } from './tag-choice.tsx'

interface LookFieldsProps {
  country: Country
  tags: readonly LookTag[]
  freeOf: readonly FreeOf[]
}

/** Everything that can be said of a look, as fields of a form: `tag` and `freeOf`. */
export function LookFields({ country, tags, freeOf }: LookFieldsProps) {
  const t = reader(lookWords, country)
  return (
    <>
      <TagChoice country={country} chosen={tags} />
      <div className="stack gap-8">
        <ChipChoices
          label={t('look.freeOf')}
          name="freeOf"
          options={freeOfTags.map((one) => ({ value: one, label: spell(freeOfLabels[one], country) }))}
          chosen={freeOf}
        />
        <p className="small muted">{t('look.freeOf.text')}</p>
      </div>
    </>
  )
}
