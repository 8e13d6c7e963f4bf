import { Map as MapIcon, X } from 'lucide-react'
import type { Card } from '#contract/search/quotes.ts'
import { limits } from '#contract/constants.ts'
import { reader } from '#contract/words.ts'
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { useAsking } from '#web/search/asking/asking.tsx'
import { canBeAsked } from '#web/search/asking/can-be-asked.ts'
import { compareWords } from './compare-words.ts'

const t = reader(compareWords)

/** Who has been ticked, over the foot of the list; on phones it also opens the map. */
export function CompareTray({
  chosen,
  searchId,
  type,
  ask,
  onClear,
  onMap,
}: {
  chosen: readonly Card[]
  searchId: string
  type: string
  ask: string
  onClear: () => void
  onMap: () => void
}) {
  const n = chosen.length
  const asking = useAsking()
  const askable = chosen.filter(canBeAsked)
  return (
    <div className={n === 0 ? 'tray only-m' : 'tray'} role="group" aria-label={t('compare.tray', { n })}>
      <span className="avs">
        {chosen.map((card) => (
          <Avatar key={card._id} size={40} src={card.profileImg.src} alt="" />
        ))}
      </span>
      <span className="grow b tw" aria-live="polite">
        {n < limits.compareFrom ? t('compare.min') : t('compare.tray', { n })}
      </span>
      <Button kind="ghost" size="small" className="only-m tray-map" onClick={onMap}>
        <MapIcon className="i" aria-hidden="true" />
        {t('map.open')}
      </Button>
      {n > 0 && (
        <IconButton label={t('compare.clear')} onClick={onClear}>
          <X className="i" aria-hidden="true" />
        </IconButton>
      )}
      {asking && askable.length > 0 && (
        <Button
          kind="bone"
          size="small"
          loading={asking.busy}
          onClick={() => asking.ask(askable.map((card) => card.slug))}>
          {ask}
        </Button>
      )}
      {n >= limits.compareFrom && n <= limits.compareTo && (
        <ButtonLink
          kind="search"
          size="small"
          to={`/quotes/${searchId}/compare?type=${type}&profiles=${chosen.map((card) => card.slug).join(',')}`}>
          {t('compare.open', { n })}
        </ButtonLink>
      )}
    </div>
  )
}
