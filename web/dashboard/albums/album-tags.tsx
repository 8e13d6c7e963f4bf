import { type LookTag, tagLabel } from '#contract/looks/vocabulary.ts'
import { suggestedTags } from '#contract/looks/suggested-tags.ts'
import { spell } from '#contract/words.ts'
import { useDashboardWords, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { TagChoice } from '#web/search/looks/tag-choice.tsx'
import { tagsText } from '#web/search/looks/tags-text.ts'
import { ToggleChip } from '#web/ui/fields/chips.tsx'

interface AlbumTagsProps {
  /** The name of the album, which suggests some. */
  title: string
  tags: readonly LookTag[]
  onChange: (tags: LookTag[]) => void
}

/** Tags to choose for pictures of an album: what its name suggests at hand, all of them behind it. */
export function AlbumTags({ title, tags, onChange }: AlbumTagsProps) {
  const t = useDashboardWords()
  const country = useOwn().profile.countryCode
  const suggested = suggestedTags(title)
  const toggle = (tag: LookTag) => onChange(tags.includes(tag) ? tags.filter((one) => one !== tag) : [...tags, tag])
  return (
    <div className="stack gap-12">
      <p className="small muted">{t('palb.tags.text')}</p>
      {suggested.length > 0 && (
        <div className="chip-row" role="group" aria-label={t('palb.tags.suggested', { album: title })}>
          <span className="small muted">{t('palb.tags.suggested', { album: title })}</span>
          {suggested.map((tag) => (
            <ToggleChip key={tag} on={tags.includes(tag)} onChange={() => toggle(tag)}>
              {spell(tagLabel(tag), country)}
            </ToggleChip>
          ))}
        </div>
      )}
      <details>
        <summary className="link tap-target">{t('palb.tags.all')}</summary>
        <div className="stack">
          <TagChoice country={country} chosen={tags} onChange={onChange} />
        </div>
      </details>
      <p className="small" aria-live="polite">
        {tags.length > 0 ? t('palb.tags.chosen', { tags: tagsText(tags, country) }) : t('palb.tags.none')}
      </p>
    </div>
  )
}
