import { useState } from 'react'
import type { Hold } from '#contract/bookings/holds.ts'
import { minor, moneyOf } from '#contract/money.ts'
import { type Country, reader } from '#contract/words.ts'
import { bookWords } from '#web/bookings/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'

interface HoldPromoProps {
  hold: Hold
  country: Country
  onChange: (hold: Hold) => void
}

/** The promo code on the price of a kept time, to be taken off again, or a field for one. */
export function HoldPromo({ hold, country, onChange }: HoldPromoProps) {
  const t = reader(bookWords, country)
  const [asked, setAsked] = useState(false)
  const [code, setCode] = useState('')
  const use = useAct()
  const drop = useAct({ toasts: true })
  const { id: holdId, quote } = hold
  const line = quote.lines.find(({ kind }) => kind === 'promo')
  const send = async () => {
    if (!code.trim()) return
    const done = await use.run(async (keys) =>
      onChange((await browserApi().bookings.addPromo({ holdId, code }, { key: keys })).hold),
    )
    if (!done) return
    setCode('')
    setAsked(false)
  }
  if (line)
    return (
      <p className="row space-between wrapping">
        <span>
          {t('promo.line', {
            label: line.label,
            amount: moneyOf(-minor(line.amount), quote.currency, { decimals: 'always' }),
          })}
        </span>
        <Button
          kind="quiet"
          size="small"
          loading={drop.waiting}
          onClick={() =>
            drop.run(async (keys) => onChange((await browserApi().bookings.dropPromo({ holdId }, { key: keys })).hold))
          }>
          {t('promo.drop')}
        </Button>
      </p>
    )
  if (!asked)
    return (
      <div className="row">
        <Button kind="quiet" size="small" onClick={() => setAsked(true)}>
          {t('promo.ask')}
        </Button>
      </div>
    )
  return (
    <div className="stack gap-8">
      <TextField
        label={t('promo.code')}
        name="promo"
        autoComplete="off"
        spellCheck={false}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          send()
        }}
        error={use.said ?? use.errors['code'] ?? null}
      />
      <div className="row">
        <Button kind="secondary" size="small" loading={use.waiting} onClick={send}>
          {t('promo.use')}
        </Button>
      </div>
    </div>
  )
}
