import { type LookTag, tagHeadings, tagLabel } from '#contract/looks/vocabulary.ts'
import { type Country, localiseSpelling } from '#contract/words.ts'
import { ChipChoices } from '#web/ui/fields/chip-choices.tsx'

interface TagChoiceProps {
  country: Country
  /** Those that are chosen, or were when a form without script was drawn. */
  chosen: readonly LookTag[]
  /** Told of all that are chosen then; without it the form keeps them itself. */
  onChange?: (chosen: LookTag[]) => void
  /** Only these are asked for; all of them where it is left out. */
  only?: readonly LookTag[]
}

/** Tags to choose from, under their headings; sent as `tag` by a form without script too. */
export function TagChoice({ country, chosen, onChange, only }: TagChoiceProps) {
  const asked = tagHeadings
    .map(({ heading, tags }) => ({ heading, tags: tags.filter((tag) => !only || only.includes(tag)) }))
    .filter(({ tags }) => tags.length > 0)
  return asked.map(({ heading, tags }) => (
    <ChipChoices
      key={heading}
      label={localiseSpelling(heading, country)}
      name="tag"
      options={tags.map((tag) => ({ value: tag, label: localiseSpelling(tagLabel(tag), country) }))}
      chosen={chosen}
      onChange={onChange}
    />
  ))
}
