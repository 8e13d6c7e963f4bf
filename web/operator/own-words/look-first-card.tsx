import type { OutputOf } from '#contract/endpoint.ts'
import type { operatorWords } from '#contract/providers/operator-words.ts'
import { reader } from '#contract/words.ts'
import type { Confirmation } from '#web/operator/use-confirmation.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { lookWords } from './own-words-words.ts'
import consoleStyles from '#web/operator/console.module.css'

const t = reader(lookWords)
type Market = OutputOf<typeof operatorWords.list>['markets'][number]

interface LookFirstCardProps {
  markets: readonly Market[]
  confirm: (confirmation: Confirmation) => void
}

/** In which markets somebody reads new words before customers do. */
export function LookFirstCard({ markets, confirm }: LookFirstCardProps) {
  const change = ({ countryCode, name, lookFirst }: Market): Confirmation => {
    const to = lookFirst ? 'atOnce' : 'first'
    return {
      title: t(`look.${to}.title`, { name }),
      text: t(`look.${to}.text`),
      act: t('look.change'),
      run: (reason) => browserApi().operatorWords.lookFirst({ countryCode, lookFirst: !lookFirst, reason }),
    }
  }
  return (
    <TitledCard title={t('look.markets')}>
      <ul className={consoleStyles.lines}>
        {markets.map((market) => (
          <li key={market.countryCode} className="row gap-8 wrapping space-between">
            <span className="bold">{market.name}</span>
            <span className="row gap-8">
              <Badge look={market.lookFirst ? 'info' : 'jadeSoft'}>
                {t(market.lookFirst ? 'look.first' : 'look.atOnce')}
              </Badge>
              <Button
                size="small"
                kind="secondary"
                aria-label={t('look.change.of', { name: market.name })}
                onClick={() => confirm(change(market))}>
                {t('look.change')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}
