import { X } from 'lucide-react'
import { useEffect } from 'react'
import type { Card } from '#contract/search/quotes.ts'
import { limits } from '#contract/constants.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { announce } from '#web/ui/announce.ts'
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { useAsking } from '#web/search/asking/asking.tsx'
import { canBeAsked } from '#web/search/asking/can-be-asked.ts'
import { compareMessages } from './compare-messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './compare-tray.module.css'

const t = createTranslator(compareMessages)

/** Bar with the selected artists at the bottom of the list. */
export function CompareTray({
  chosen,
  searchId,
  type,
  ask,
  onClear,
}: {
  chosen: readonly Card[]
  searchId: string
  type: string
  ask: string
  onClear: () => void
}) {
  const n = chosen.length
  const asking = useAsking()
  const askable = chosen.filter(canBeAsked)
  const count = n < limits.compareFrom ? t('compare.min') : t('compare.tray', { n })
  useEffect(() => announce(count), [count])
  return (
    <div className={styles.tray} data-bar="below" role="group" aria-label={t('compare.tray', { n })}>
      <span className={styles.faces}>
        {chosen.map((card) => (
          <Avatar className={styles.avatar} key={card._id} size={40} src={card.profileImg.src} alt="" />
        ))}
      </span>
      <span className={joinClasses('grow bold', n >= limits.compareFrom && styles.counted)}>{count}</span>
      <IconButton
        label={t('compare.clear')}
        onClick={() => {
          announce(t('compare.cleared'))
          onClear()
        }}>
        <X className="icon" aria-hidden="true" />
      </IconButton>
      {asking && askable.length > 0 && (
        <Button
          className={styles.button}
          kind="bone"
          size="small"
          loading={asking.busy}
          onClick={() => asking.send(askable.map((card) => card.slug))}>
          {ask}
        </Button>
      )}
      {n >= limits.compareFrom && n <= limits.compareTo && (
        <ButtonLink
          className={styles.button}
          kind="search"
          size="small"
          to={`/quotes/${searchId}/compare?type=${type}&profiles=${chosen.map((card) => card.slug).join(',')}`}>
          {t('compare.open', { n })}
        </ButtonLink>
      )}
    </div>
  )
}
