import { formatTag, type LookTag, tagHeadingMessages, tagHeadings } from '#contract/looks/vocabulary.ts'
import type { Country } from '#contract/words.ts'
import { formatMessage } from '#contract/i18n/messages.ts'
import { ChipChoices } from '#web/ui/fields/chip-choices.tsx'

interface TagChoiceProps {
  country: Country
  chosen: readonly LookTag[]
  /** Called with all chosen tags; without it the form itself holds the state. */
  onChange?: (chosen: LookTag[]) => void
  only?: readonly LookTag[]
}

/** Tags by heading; also works as a plain form, sent as `tag`. */
export function TagChoice({ country, chosen, onChange, only }: TagChoiceProps) {
  const asked = tagHeadings
    .map(({ heading, tags }) => ({ heading, tags: tags.filter((tag) => !only || only.includes(tag)) }))
    .filter(({ tags }) => tags.length > 0)
  return asked.map(({ heading, tags }) => (
    <ChipChoices
      key={heading}
      label={formatMessage(tagHeadingMessages[heading], {}, country)}
      name="tag"
      options={tags.map((tag) => ({ value: tag, label: formatTag(tag, country) }))}
      chosen={chosen}
      onChange={onChange}
    />
  ))
}
