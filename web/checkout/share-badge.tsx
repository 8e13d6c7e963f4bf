import { Check, Clock3, Undo2 } from 'lucide-react'
import type { BilledShare } from '#contract/appointments/appointment.ts'
import { formatMoney } from '#contract/money.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { splitMessages } from './split-messages.ts'

const t = createTranslator(splitMessages)

export function ShareBadge({ share, currency }: { share: Pick<BilledShare, 'state' | 'refunded'>; currency: string }) {
  const { state, refunded } = share
  if (state === 'open')
    return (
      <Badge look="outline">
        <Clock3 className="icon" aria-hidden="true" />
        {t('bill.state.open')}
      </Badge>
    )
  if (state === 'returned')
    return (
      <Badge look="info">
        <Undo2 className="icon" aria-hidden="true" />
        {refunded > 0
          ? t('bill.state.returned', { refund: formatMoney(refunded, currency, { decimals: 'always' }) })
          : t('bill.state.returned.none')}
      </Badge>
    )
  return (
    <Badge look={state === 'reserved' ? 'jadeSoft' : 'jade'}>
      <Check className="icon" aria-hidden="true" />
      {t(`bill.state.${state}`)}
    </Badge>
  )
}
